"""TLS on a club's own network: a certificate authority of the installation, its server's certificate, and the page on
which phones are told to trust it."""
