"""The style page: every state of what the product is made of, from its own templates, styles and scripts."""
