//! Ceremonies: powers of tau and keys, from the first contribution to verification, and attacks on both.

use vorpal_curves::models::weierstrass::{Affine, Projective};
use vorpal_fields::Field;
use vorpal_groth16::file::{Container, Kind, Writer};
use vorpal_groth16::ptau::{PowersFault, PowersOfTau, PowersVerdict, PreparedPowers};
use vorpal_groth16::r1cs::R1cs;
use vorpal_groth16::setup::{
    Beacon, CeremonyKey, Contribution, Entropy, KeyFault, KeyVerdict, Pairing, SetupError, log_domain_size,
};
use vorpal_groth16::{Bls12_381, Bn254, Coordinate, Curve, Zkey};
use vorpal_msm::{MsmScalar, multiples_vartime};

use crate::circuits::{Public, Sample, Shape, Trapdoor, Values, root};

/// The binary logarithm of the number of powers, and of the domain of the small circuit.
const POWER: u32 = 4;

pub(crate) fn small<C: Curve>() -> Sample<C> {
    Sample::new(Shape { constraints: 9, values: Values::Uniform, public: Public::Three })
}

fn entropy(seed: u8) -> Entropy {
    Entropy::with_randomness(&[seed; 64], b"a text")
}

fn beacon() -> Beacon {
    Beacon::new((0..32).collect(), 3).unwrap()
}

/// Powers of tau with a contribution and a beacon.
fn powers<C: Pairing>() -> PowersOfTau<C> {
    let mut powers = PowersOfTau::new(POWER).unwrap();
    powers.contribute(entropy(1), "first").unwrap();
    powers.apply_beacon(beacon(), "").unwrap();
    powers
}

fn prepared<C: Pairing>(circuit: &R1cs<C::Scalar>) -> PreparedPowers<C> {
    let file = powers::<C>().prepare(Vec::new()).unwrap();
    PreparedPowers::read(file.as_slice(), log_domain_size(circuit).unwrap()).unwrap()
}

/// The key of the small circuit without contributions.
pub(crate) fn key_of_small<C: Pairing>(circuit: &R1cs<C::Scalar>) -> CeremonyKey<C> {
    CeremonyKey::new(circuit, &prepared::<C>(circuit)).unwrap()
}

fn bytes_of<C: Pairing>(key: &CeremonyKey<C>) -> Vec<u8> {
    let mut bytes = Vec::new();
    key.write(&mut bytes).unwrap();
    bytes
}

fn ceremonies_are_valid<C: Pairing>() {
    let powers = powers::<C>();
    assert_eq!(powers.verify(), PowersVerdict::Valid);
    let bytes = powers.write(Vec::new()).unwrap();
    assert_eq!(PowersOfTau::read(bytes.as_slice()).unwrap(), powers);
    let file = powers.prepare(Vec::new()).unwrap();
    assert_eq!(PowersOfTau::read(file.as_slice()).unwrap(), powers);
    assert_eq!(powers.verify_lagrange(file.as_slice()), Ok(PowersVerdict::Valid));

    let sample = small::<C>();
    let prepared = prepared::<C>(&sample.circuit);
    let mut key = CeremonyKey::new(&sample.circuit, &prepared).unwrap();
    let hashes = [key.contribute(entropy(2), "a name"), key.apply_beacon(beacon(), "last")];
    assert_eq!(key.contributions().iter().map(Contribution::hash).collect::<Vec<_>>(), hashes);
    assert_eq!(key.verify(&sample.circuit, &prepared), Ok(KeyVerdict::Valid));
    let read = CeremonyKey::<C>::read(bytes_of(&key).as_slice()).unwrap();
    assert_eq!(read, key);
    assert_eq!(read.contributions()[0].parameters.name.as_deref(), Some("a name"));
}

#[test]
fn all_steps_on_both_curves() {
    ceremonies_are_valid::<Bn254>();
    ceremonies_are_valid::<Bls12_381>();
}

/// A file of powers for a known tau, alpha and beta, without contributions.
fn known_powers<C: Curve>(trapdoor: &Trapdoor<C::Scalar>) -> Vec<u8>
where
    C::Scalar: MsmScalar<C::G1> + MsmScalar<C::G2>,
{
    let n = 1usize << POWER;
    let powers = |first: C::Scalar, number: usize| -> Vec<C::Scalar> {
        core::iter::successors(Some(first), |power| Some(*power * trapdoor.tau)).take(number).collect()
    };
    let g1 = |scalars: &[C::Scalar]| multiples_vartime(&Affine::<C::G1>::GENERATOR, scalars);
    let g2 = |scalars: &[C::Scalar]| multiples_vartime(&Affine::<C::G2>::GENERATOR, scalars);
    let size = 2 * C::Base::BYTES as u64;
    let mut writer = Writer::new(Vec::new(), Kind::Ptau, 7).unwrap();
    writer.section(1, 12 + size / 2).unwrap().prime::<C::Base>().unwrap();
    writer.u32(POWER).unwrap().u32(POWER).unwrap();
    let tau = powers(C::Scalar::ONE, 2 * n - 1);
    writer.section(2, size * tau.len() as u64).unwrap().points(&g1(&tau)).unwrap();
    writer.section(3, 2 * size * n as u64).unwrap().points(&g2(&tau[..n])).unwrap();
    for (number, first) in [(4, trapdoor.alpha), (5, trapdoor.beta)] {
        writer.section(number, size * n as u64).unwrap().points(&g1(&powers(first, n))).unwrap();
    }
    writer.section(6, 2 * size).unwrap().points(&g2(&[trapdoor.beta])).unwrap();
    writer.section(7, 4).unwrap().u32(0).unwrap();
    writer.finish().unwrap()
}

/// The key of powers with known secrets is the one that definitions give, with scalars alone.
fn keys_are_those_of_definitions<C: Pairing>(public: Public, values: Values)
where
    C::Scalar: MsmScalar<C::G1> + MsmScalar<C::G2>,
{
    let constraints = if public == Public::All { 6 } else { 11 };
    let sample = Sample::<C>::new(Shape { constraints, values, public });
    let trapdoor = Trapdoor { delta: C::Scalar::ONE, ..Trapdoor::sample() };
    let powers = PowersOfTau::<C>::read(known_powers::<C>(&trapdoor).as_slice()).unwrap();
    let file = powers.prepare(Vec::new()).unwrap();
    let prepared = PreparedPowers::read(file.as_slice(), log_domain_size(&sample.circuit).unwrap()).unwrap();
    let key = CeremonyKey::new(&sample.circuit, &prepared).unwrap();
    let mut expected = sample.key(&trapdoor);
    let size = 2 * expected.h.len();
    if size > 1 << POWER {
        // The file has no tau^(size - 1), so each polynomial of the basis lacks its last coefficient, w^i / size.
        let inverse = C::Scalar::from(size as u64).invert_vartime().unwrap();
        let last = (1..size).fold(inverse, |power, _| power * trapdoor.tau);
        let root = root::<C>(POWER + 1);
        let lacking = core::iter::successors(Some(last * root), |value| Some(*value * root.square()));
        let lacking: Vec<_> = lacking.take(expected.h.len()).collect();
        for (point, lacking) in expected.h.iter_mut().zip(multiples_vartime(&Affine::GENERATOR, &lacking)) {
            *point = (Projective::from_affine(point) - Projective::from_affine(&lacking)).to_affine();
        }
    }
    assert!(*key.key() == expected, "a key of {size} values");
}

#[test]
fn keys_of_known_secrets() {
    keys_are_those_of_definitions::<Bn254>(Public::Three, Values::Uniform);
    keys_are_those_of_definitions::<Bn254>(Public::All, Values::Bits);
    keys_are_those_of_definitions::<Bls12_381>(Public::None, Values::Uniform);
}

/// The offset of section 10, which is the last one.
fn record_offset(bytes: &[u8]) -> usize {
    let length = Container::of_bytes(bytes, Kind::Zkey).unwrap().length(10).unwrap();
    bytes.len() - usize::try_from(length).unwrap()
}

/// The stored bytes of a point.
fn stored<G: vorpal_curves::models::weierstrass::WeierstrassCurve<Base: Coordinate>>(
    point: &Affine<G>,
) -> Vec<u8> {
    let (x, y) = point.raw_coordinates();
    let mut bytes = vec![0; 2 * G::Base::BYTES];
    let (left, right) = bytes.split_at_mut(G::Base::BYTES);
    x.write_stored(left);
    y.write_stored(right);
    bytes
}

struct Attacked {
    sample: Sample<Bn254>,
    prepared: PreparedPowers<Bn254>,
    /// A valid key with two contributions without names: one of a contributor, and a beacon.
    key: CeremonyKey<Bn254>,
}

impl Attacked {
    fn new() -> Self {
        let sample = small::<Bn254>();
        let prepared = prepared::<Bn254>(&sample.circuit);
        let mut key = CeremonyKey::new(&sample.circuit, &prepared).unwrap();
        key.contribute(entropy(3), "");
        key.apply_beacon(beacon(), "");
        Self { sample, prepared, key }
    }

    fn verdict(&self, bytes: &[u8]) -> KeyVerdict {
        let key = CeremonyKey::read(bytes).unwrap();
        key.verify(&self.sample.circuit, &self.prepared).unwrap()
    }

    /// The verdict on the key with other bytes from an offset in section 10.
    fn with_record(&self, offset: usize, bytes: &[u8]) -> KeyVerdict {
        let mut file = bytes_of(&self.key);
        let start = record_offset(&file) + offset;
        assert_ne!(file[start..start + bytes.len()], *bytes);
        file[start..start + bytes.len()].copy_from_slice(bytes);
        self.verdict(&file)
    }

    /// The verdict on another key with the same record.
    fn with_key(&self, change: impl FnOnce(&mut Zkey<Bn254>)) -> KeyVerdict {
        let file = bytes_of(&self.key);
        let mut key = self.key.key().clone();
        change(&mut key);
        let mut bytes = Vec::new();
        key.write(&mut bytes, &file[record_offset(&file)..]).unwrap();
        self.verdict(&bytes)
    }
}

#[test]
fn records_with_a_fault_are_named() {
    let attacked = Attacked::new();
    assert_eq!(attacked.verdict(&bytes_of(&attacked.key)), KeyVerdict::Valid);
    let (g1, g2) = (64, 128);
    // The hash of the circuit and the number of contributions come first.
    let first = 68;
    let second = first + 3 * g1 + g2 + 64 + 8;
    let point = stored(&Affine::<<Bn254 as Curve>::G1>::GENERATOR);
    let point_g2 = stored(&Affine::<<Bn254 as Curve>::G2>::GENERATOR);
    let cases = [
        (0, vec![0xaa], KeyFault::Circuit("the hash of the circuit")),
        (first, point.clone(), KeyFault::Step(1)),
        (first + g1, point.clone(), KeyFault::Transcript(1)),
        (first + 2 * g1, point.clone(), KeyFault::Transcript(1)),
        (first + 3 * g1, point_g2.clone(), KeyFault::Proof(1)),
        (first + 3 * g1 + g2, vec![0x55], KeyFault::Transcript(1)),
        (second, point, KeyFault::Step(2)),
        (second + 3 * g1, point_g2, KeyFault::Proof(2)),
        // The exponent of the beacon, and its value.
        (second + 3 * g1 + g2 + 64 + 9, vec![4], KeyFault::Beacon(2)),
        (second + 3 * g1 + g2 + 64 + 12, vec![0x77], KeyFault::Beacon(2)),
    ];
    for (offset, bytes, fault) in cases {
        assert_eq!(attacked.with_record(offset, &bytes), KeyVerdict::Invalid(fault), "offset {offset}");
    }
}

/// The record of another ceremony of the same circuit does not prove knowledge of this one's secrets.
#[test]
fn records_belong_to_their_key() {
    let attacked = Attacked::new();
    let mut other = CeremonyKey::new(&attacked.sample.circuit, &attacked.prepared).unwrap();
    other.contribute(entropy(9), "");
    other.apply_beacon(beacon(), "");
    let file = bytes_of(&other);
    let mut bytes = Vec::new();
    attacked.key.key().write(&mut bytes, &file[record_offset(&file)..]).unwrap();
    assert_eq!(attacked.verdict(&bytes), KeyVerdict::Invalid(KeyFault::Delta));
}

#[test]
fn keys_with_a_fault_are_named() {
    let attacked = Attacked::new();
    let invalid = |fault| KeyVerdict::Invalid(fault);
    let double = |point: &mut Affine<<Bn254 as Curve>::G1>| *point = point.add_vartime(&*point);
    assert_eq!(attacked.with_key(|key| double(&mut key.a[4])), invalid(KeyFault::Circuit("the points of A")));
    assert_eq!(
        attacked.with_key(|key| double(&mut key.ic[0])),
        invalid(KeyFault::Circuit("the points of IC"))
    );
    assert_eq!(
        attacked.with_key(|key| key.b_g2[2] = Affine::GENERATOR),
        invalid(KeyFault::Circuit("the points of B in G2"))
    );
    assert_eq!(attacked.with_key(|key| double(&mut key.c[3])), invalid(KeyFault::Divided("C")));
    assert_eq!(attacked.with_key(|key| key.h.swap(1, 2)), invalid(KeyFault::Divided("H")));
    assert_eq!(attacked.with_key(|key| double(&mut key.delta_g1)), invalid(KeyFault::Delta));
    assert_eq!(attacked.with_key(|key| key.delta_g2 = Affine::GENERATOR), invalid(KeyFault::Delta));
    assert_eq!(
        attacked.with_key(|key| double(&mut key.alpha_g1)),
        invalid(KeyFault::Circuit("alpha and beta"))
    );
}

/// A key of a circuit with one other coefficient.
#[test]
fn keys_of_another_circuit_are_refused() {
    let attacked = Attacked::new();
    let mut other = R1cs::new(attacked.sample.circuit.wires()).unwrap();
    for (index, [a, b, c]) in attacked.sample.circuit.constraints().enumerate() {
        let mut a = a.to_vec();
        if index == 4 {
            a[0].coefficient = a[0].coefficient.double();
        }
        other.push([&a, b, c]).unwrap();
    }
    let verdict = attacked.key.verify(&other, &attacked.prepared);
    assert_eq!(verdict, Ok(KeyVerdict::Invalid(KeyFault::Circuit("the coefficients of A"))));
    // One with other powers.
    let mut powers = PowersOfTau::<Bn254>::new(POWER).unwrap();
    powers.contribute(entropy(77), "").unwrap();
    let file = powers.prepare(Vec::new()).unwrap();
    let prepared = PreparedPowers::read(file.as_slice(), attacked.prepared_size()).unwrap();
    let verdict = attacked.key.verify(&attacked.sample.circuit, &prepared);
    assert_eq!(verdict, Ok(KeyVerdict::Invalid(KeyFault::Circuit("alpha and beta"))));
    // A circuit of another size.
    let large =
        Sample::<Bn254>::new(Shape { constraints: 30, values: Values::Uniform, public: Public::None });
    assert!(matches!(attacked.key.verify(&large.circuit, &prepared), Err(SetupError::Power { .. })));
    let file = powers.prepare(Vec::new()).unwrap();
    let error = PreparedPowers::<Bn254>::read(file.as_slice(), POWER + 1).unwrap_err();
    assert_eq!(error, SetupError::Power { needed: POWER + 1, found: POWER });
}

impl Attacked {
    fn prepared_size(&self) -> u32 {
        log_domain_size(&self.sample.circuit).unwrap()
    }
}

/// The file with other bytes from an offset in a section.
fn changed(file: &[u8], kind: Kind, section: u32, offset: usize, bytes: &[u8]) -> Vec<u8> {
    let mut container = Container::of_bytes(file, kind).unwrap();
    let start = usize::try_from(container.section(section).unwrap().offset()).unwrap() + offset;
    let mut file = file.to_vec();
    assert_ne!(file[start..start + bytes.len()], *bytes);
    file[start..start + bytes.len()].copy_from_slice(bytes);
    file
}

#[test]
fn powers_with_a_fault_are_named() {
    let powers = powers::<Bn254>();
    let file = powers.write(Vec::new()).unwrap();
    let point = stored(&Affine::<<Bn254 as Curve>::G1>::GENERATOR);
    let point_g2 = stored(&Affine::<<Bn254 as Curve>::G2>::GENERATOR);
    let verdict = |section, offset, bytes: &[u8]| {
        PowersOfTau::<Bn254>::read(changed(&file, Kind::Ptau, section, offset, bytes).as_slice())
            .unwrap()
            .verify()
    };
    let invalid = PowersVerdict::Invalid;
    let (g1, g2) = (64, 128);
    let first = |list| invalid(PowersFault::First(list));
    assert_eq!(verdict(2, g1, &point), first("the list of tau in G1"));
    assert_eq!(verdict(3, g2, &point_g2), first("the list of tau in G2"));
    assert_eq!(verdict(4, 0, &point), first("the list of alpha"));
    assert_eq!(verdict(5, 0, &point), first("the list of beta"));
    assert_eq!(verdict(6, 0, &point_g2), first("beta in G2"));
    // Later powers are in the hash.
    for (section, offset, bytes) in [(2, 9 * g1, &point), (3, 3 * g2, &point_g2), (5, 7 * g1, &point)] {
        assert_eq!(verdict(section, offset, bytes), invalid(PowersFault::Hash));
    }
    // Of a part of a larger ceremony, the relations alone find them. Its first challenge is another.
    let record = |offset, bytes: &[u8]| verdict(7, 4 + offset, bytes);
    let proof = 3 * g1 + 2 * g2;
    let step = |secret| invalid(PowersFault::Step { contribution: 1, secret });
    let wrong_proof = |secret| invalid(PowersFault::Proof { contribution: 1, secret });
    assert_eq!(record(0, &point), step("tau"));
    assert_eq!(record(g1 + g2, &point), step("alpha"));
    assert_eq!(record(2 * g1 + g2, &point), step("beta"));
    assert_eq!(record(proof, &point), wrong_proof("tau"));
    assert_eq!(record(proof + 3 * g1, &point), wrong_proof("alpha"));
    assert_eq!(record(proof + 6 * g1 + 2 * g2, &point_g2), wrong_proof("beta"));
    let state = proof + 6 * g1 + 3 * g2;
    // The number of buffered bytes, and the next challenge, which the second contribution's points depend on.
    assert_eq!(record(state + 201, &[1]), invalid(PowersFault::State { contribution: 1 }));
    let second_proof = invalid(PowersFault::Proof { contribution: 2, secret: "tau" });
    assert_eq!(record(state + 216, &[1, 2, 3]), second_proof);
    // The exponent of the beacon: the name of the first contribution is before it.
    let second = state + 216 + 64 + 8 + 7;
    let exponent = second + state + 216 + 64 + 8 + 1;
    assert_eq!(record(exponent, &[4]), invalid(PowersFault::Beacon { contribution: 2 }));
}

/// A file whose ceremony had more powers: the hash of the last contribution says nothing about its powers, and the
/// relations between them do.
#[test]
fn relations_find_what_hashes_do_not() {
    let trapdoor = Trapdoor::sample();
    let file = known_powers::<Bn254>(&trapdoor);
    let point = stored(&Affine::<<Bn254 as Curve>::G1>::GENERATOR);
    // Without contributions, tau must be one.
    let powers = PowersOfTau::<Bn254>::read(file.as_slice()).unwrap();
    assert_eq!(powers.verify(), PowersVerdict::Invalid(PowersFault::First("the list of tau in G1")));
    let one = PowersOfTau::<Bn254>::new(POWER).unwrap();
    assert_eq!(one.verify(), PowersVerdict::Valid);
    let file = one.write(Vec::new()).unwrap();
    let two = stored(&Affine::<<Bn254 as Curve>::G1>::GENERATOR.add_vartime(&Affine::GENERATOR));
    for (section, list) in [(2, "the powers of tau in G1"), (4, "those times alpha"), (5, "those times beta")]
    {
        let file = changed(&file, Kind::Ptau, section, 5 * point.len(), &two);
        let powers = PowersOfTau::<Bn254>::read(file.as_slice()).unwrap();
        assert_eq!(powers.verify(), PowersVerdict::Invalid(PowersFault::Powers(list)));
    }
}

#[test]
fn wrong_lagrange_bases_are_named() {
    let powers = powers::<Bn254>();
    let file = powers.prepare(Vec::new()).unwrap();
    let point = stored(&Affine::<<Bn254 as Curve>::G1>::GENERATOR);
    let point_g2 = stored(&Affine::<<Bn254 as Curve>::G2>::GENERATOR);
    let cases = [
        (12, &point, "the bases of tau in G1"),
        (13, &point_g2, "the bases of tau in G2"),
        (14, &point, "the bases of alpha"),
        (15, &point, "the bases of beta"),
    ];
    for (section, point, name) in cases {
        for index in [1, 12] {
            let file = changed(&file, Kind::Ptau, section, index * point.len(), point);
            let verdict = powers.verify_lagrange(file.as_slice());
            assert_eq!(verdict, Ok(PowersVerdict::Invalid(PowersFault::Lagrange(name))), "{index}");
        }
    }
}

/// The file with one byte less in a section, and a table of sections that says so.
fn without_last_byte(file: &[u8], kind: Kind, section: u32) -> Vec<u8> {
    let mut container = Container::of_bytes(file, kind).unwrap();
    let section = container.section(section).unwrap();
    let (start, length) = (usize::try_from(section.offset()).unwrap(), section.left());
    let mut file = file.to_vec();
    file[start - 8..start].copy_from_slice(&(length - 1).to_le_bytes());
    file.remove(start + usize::try_from(length).unwrap() - 1);
    file
}

/// Every section of every file, one byte shorter, and every file cut anywhere, is an error.
#[test]
fn cut_files_are_errors() {
    let attacked = Attacked::new();
    let key = bytes_of(&attacked.key);
    for section in 1..=10 {
        let file = without_last_byte(&key, Kind::Zkey, section);
        let error = CeremonyKey::<Bn254>::read(file.as_slice()).unwrap_err();
        assert!(matches!(error, SetupError::File(error) if error.section == Some(section)), "{error}");
    }
    let powers = powers::<Bn254>().prepare(Vec::new()).unwrap();
    for section in 1..=7 {
        let file = without_last_byte(&powers, Kind::Ptau, section);
        let error = PowersOfTau::<Bn254>::read(file.as_slice()).unwrap_err();
        assert!(matches!(error, SetupError::File(error) if error.section == Some(section)), "{error}");
    }
    for section in [1, 2, 4, 5, 6, 12, 13, 14, 15] {
        let file = without_last_byte(&powers, Kind::Ptau, section);
        let error = PreparedPowers::<Bn254>::read(file.as_slice(), 2).unwrap_err();
        assert!(matches!(error, SetupError::File(error) if error.section == Some(section)), "{error}");
    }
    let mut circuit = Vec::new();
    attacked.sample.circuit.write(&mut circuit).unwrap();
    type F = <Bn254 as Curve>::Scalar;
    for section in 1..=3 {
        let file = without_last_byte(&circuit, Kind::R1cs, section);
        assert_eq!(R1cs::<F>::read(file.as_slice()).unwrap_err().section, Some(section));
    }
    for end in 0..circuit.len() {
        assert!(R1cs::<F>::read(&circuit[..end]).is_err());
    }
    for end in (0..key.len()).step_by(97) {
        assert!(CeremonyKey::<Bn254>::read(&key[..end]).is_err());
    }
}

/// Numbers that claim more than the file has, and points that are none.
#[test]
fn hostile_numbers_are_errors() {
    let attacked = Attacked::new();
    let key = bytes_of(&attacked.key);
    let refused = |section, offset, bytes: &[u8]| {
        let file = changed(&key, Kind::Zkey, section, offset, bytes);
        CeremonyKey::<Bn254>::read(file.as_slice()).unwrap_err()
    };
    let is_file = |error| matches!(error, SetupError::File(_));
    // The number of contributions, the type of one, and the length of its parameters.
    assert!(is_file(refused(10, 64, &[255; 4])));
    assert!(is_file(refused(10, 68 + 3 * 64 + 128 + 64, &[2])));
    assert!(is_file(refused(10, 68 + 3 * 64 + 128 + 64 + 4, &[255; 4])));
    // A coordinate that is not below the prime, and a point that is not on the curve.
    assert!(is_file(refused(8, 0, &[255; 32])));
    assert!(matches!(refused(8, 0, &[7]), SetupError::Key(_)));
    assert!(matches!(refused(10, 68, &[7]), SetupError::Point { .. }));
    let powers = powers::<Bn254>().write(Vec::new()).unwrap();
    let refused = |section, offset, bytes: &[u8]| {
        let file = changed(&powers, Kind::Ptau, section, offset, bytes);
        PowersOfTau::<Bn254>::read(file.as_slice()).unwrap_err()
    };
    for power in [0, 3, 29, 255] {
        assert!(is_file(refused(1, 36, &[power])));
    }
    assert!(matches!(refused(2, 64, &[7]), SetupError::Point { .. }));
    assert!(PowersOfTau::<Bn254>::new(29).is_err());
    assert!(Beacon::new(Vec::new(), 1).is_err());
    assert!(Beacon::new(vec![1], 33).is_err());
}
