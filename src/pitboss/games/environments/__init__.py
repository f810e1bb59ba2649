"""What the environments of several games share: views, rows of episodes, hands of blackjack."""
