// Empty: see dcrd_split.go.
