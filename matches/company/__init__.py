"""What people of a match do beside it: play again, talk, ask to take something back."""
