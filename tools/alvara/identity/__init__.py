"""What a name is: IDs, versions, digests, folded text."""
