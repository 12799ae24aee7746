"""What players do beside a match: play again, talk, ask for a takeback."""
