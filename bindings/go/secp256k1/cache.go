package secp256k1

import "vorpal.example/go/internal/status"

// KeyCache keeps tables of keys that occur often, such as those of validators. Calls of several goroutines run one
// after the other.
type KeyCache struct{ cache keyCache }

// NewKeyCache creates a cache that uses at most so many bytes.
func NewKeyCache(bytes int) (*KeyCache, error) {
	if bytes < 0 {
		return nil, status.New(status.Argument, "bytes is negative")
	}
	cache, err := newKeyCache(uint(bytes))
	if err != nil {
		return nil, err
	}
	return &KeyCache{cache}, nil
}

// Verify is the function Verify with a table for the key if it has occurred often.
func (c *KeyCache) Verify(key []byte, hash Hash, signature Signature, lowS bool) (bool, error) {
	if c == nil {
		return false, status.New(status.Argument, "key cache is nil")
	}
	return c.cache.Verify(key, &hash, &signature, lowS)
}

// Tables returns the number of keys that have tables.
func (c *KeyCache) Tables() (int, error) {
	if c == nil {
		return 0, status.New(status.Argument, "key cache is nil")
	}
	return c.cache.Tables()
}

// Close frees the cache.
func (c *KeyCache) Close() error {
	if c == nil {
		return nil
	}
	return c.cache.Close()
}
