"""Tables before their match: what can be asked of one, what follows from it, and its pages and addresses of the API."""
