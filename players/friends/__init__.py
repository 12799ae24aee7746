"""Whom somebody plays with gladly, and whom they do not want to hear."""
