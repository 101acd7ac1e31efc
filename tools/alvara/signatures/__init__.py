"""SSH keys and signatures by them, read strictly and checked in process; what is signed is not known here."""
