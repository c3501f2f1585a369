//go:build cgo

package bls

import "vorpal.example/go/internal/lib"

// KeyTable has public keys by index, such as those of all validators. They are decoded and checked once, when they are
// appended. Several goroutines may use a table at the same time: some append keys while others add.
type KeyTable struct{ table lib.KeyTable }

// NewKeyTable returns an empty table.
func NewKeyTable() (*KeyTable, error) {
	table, err := lib.NewKeyTable(lib.MinPk)
	if err != nil {
		return nil, err
	}
	return &KeyTable{table}, nil
}

// LoadKeyTable returns the table of a file of Save. Who can write the file can choose the keys.
func LoadKeyTable(pool *Pool, file string) (*KeyTable, error) {
	table, err := lib.LoadKeyTable(pool, lib.MinPk, file)
	if err != nil {
		return nil, err
	}
	return &KeyTable{table}, nil
}

func (t *KeyTable) get() (lib.KeyTable, error) {
	if t == nil {
		return lib.KeyTable{}, argument("table is nil")
	}
	return t.table, nil
}

// Save writes all keys to a file. An existing file is replaced once the other is complete.
func (t *KeyTable) Save(file string) error {
	table, err := t.get()
	if err != nil {
		return err
	}
	return table.Save(file)
}

// Close frees the table. Later calls with it fail.
func (t *KeyTable) Close() error {
	if t == nil {
		return nil
	}
	return t.table.Close()
}

// Append decodes, checks and appends keys: all of them, or none if one is malformed. It returns the index of the first.
// With malformed keys, it returns their positions and an error.
func (t *KeyTable) Append(pool *Pool, keys [][PublicKeyBytes]byte) (index int, malformed []int, err error) {
	table, err := t.get()
	if err != nil {
		return 0, nil, err
	}
	flat, items := make([]byte, 0, len(keys)*PublicKeyBytes), make([]byte, len(keys))
	for i := range keys {
		flat = append(flat, keys[i][:]...)
	}
	index, err = table.Append(pool, flat, items)
	if err != nil {
		const key = 6 // VORPAL_ITEM_KEY
		for i, item := range items {
			if item == key {
				malformed = append(malformed, i)
			}
		}
		return 0, malformed, err
	}
	return index, nil, nil
}

// Len returns the number of keys.
func (t *KeyTable) Len() (int, error) {
	table, err := t.get()
	if err != nil {
		return 0, err
	}
	return table.Count()
}

// Key returns the key with an index.
func (t *KeyTable) Key(index uint32) (PublicKey, error) {
	return t.read(func(table lib.KeyTable, out []byte) error { return table.Get(index, lib.KeysUncompressed, out) })
}

// Sum returns the sum of the keys with these indices, which may repeat. A sum that is infinity is an error.
func (t *KeyTable) Sum(pool *Pool, indices []uint32) (PublicKey, error) {
	return t.read(func(table lib.KeyTable, out []byte) error {
		return table.Sum(pool, indices, lib.KeysUncompressed, out)
	})
}

func (t *KeyTable) read(f func(table lib.KeyTable, out []byte) error) (PublicKey, error) {
	table, err := t.get()
	if err != nil {
		return nil, err
	}
	out := uncompressed()
	if err := f(table, out); err != nil {
		return nil, err
	}
	return keyOf(out), nil
}

// IndexedSet is a signature of 96 bytes, with the indices of its keys in a table, and its message.
type IndexedSet struct {
	Signature []byte
	Indices   []uint32
	Message   []byte
}

// VerifySets verifies sets as VerifySignatureSets. A set with an index that the table does not have is not valid.
func (t *KeyTable) VerifySets(pool *Pool, sets []IndexedSet) ([]int, error) {
	table, err := t.get()
	if err != nil {
		return nil, err
	}
	if len(sets) == 0 {
		return nil, argument("no signature sets")
	}
	suite, err := ethereum()
	if err != nil {
		return nil, err
	}
	var members []uint32
	offsets, messages := make([]uint, 1, len(sets)+1), make([][]byte, len(sets))
	encodings := make([][]byte, len(sets))
	for i, set := range sets {
		members, messages[i], encodings[i] = append(members, set.Indices...), set.Message, set.Signature
		offsets = append(offsets, uint(len(members)))
	}
	items := make([]byte, len(sets))
	_, err = table.VerifySets(pool, suite, flatSignatures(encodings), members, offsets, lib.Join(messages), items)
	return invalid(items), err
}
