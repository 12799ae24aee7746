"""Notices: what the platform tells people who have no page open, by e-mail and on their devices (docs/notices.md).

Other code calls ``telling.tell`` with a message of ``messages``, inside the transaction of what it tells.
"""
