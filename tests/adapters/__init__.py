"""What alvara asks of git, against real repositories."""
