"""What is meant by what somebody says."""
