"""The second step of logging in: an authenticator app, passkeys and recovery codes, and other sites' accounts.

django-allauth does it (docs/decisions/31-accounts-by-allauth.md); here is how it looks and what it may do here.
"""
