"""What is meant by what somebody says: words to resources and capabilities, without any model."""
