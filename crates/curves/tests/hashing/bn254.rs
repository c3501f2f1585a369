//! The suites of gnark-crypto for BN254, which RFC 9380 does not have: `ecc/bn254/hash_vectors_test.go`; and that of
//! halo2curves for Grumpkin.

use sha2::Sha256;
use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_curves::grumpkin::Grumpkin;
use vorpal_curves::hashing::{HashableCurve, Hasher, Xmd};
use vorpal_curves::models::weierstrass::Affine;

use crate::Textbook;
use crate::suites::{encode, hash};

fn suites<C: HashableCurve<Base: Textbook>>(name: &str, [plain, oracle]: [&[[&str; 2]; 5]; 2]) {
    let messages = [
        String::new(),
        "abc".to_string(),
        "abcdef0123456789".to_string(),
        format!("q128_{}", "q".repeat(128)),
        format!("a512_{}", "a".repeat(512)),
    ];
    let hasher = |suffix: &str| {
        let tag = format!("QUUX-V01-CS02-with-{name}_XMD:SHA-256_SVDW_{suffix}_");
        Hasher::<C, Xmd<Sha256>>::new(tag.as_bytes()).unwrap()
    };
    let point = |[x, y]: [&str; 2]| Affine::new(C::Base::parse(x), C::Base::parse(y)).unwrap();
    for ((message, plain), oracle) in messages.iter().zip(plain).zip(oracle) {
        assert_eq!(encode::<C>(&hasher("NU"), message.as_bytes()), point(*plain), "{message}");
        assert_eq!(hash::<C>(&hasher("RO"), message.as_bytes()), point(*oracle), "{message}");
    }
    assert_eq!(hasher("RO").hash_to_curve_batch_vartime(&messages), oracle.map(point));
}

#[test]
fn of_gnark_crypto() {
    suites::<Bn254G1>("BN254G1", [&G1_NU, &G1_RO]);
    suites::<Bn254G2>("BN254G2", [&G2_NU, &G2_RO]);
}

/// Written by `hash_to_curve("z.cash:test")` of halo2curves 0.10.0.
#[test]
fn of_halo2curves_for_grumpkin() {
    let tag = b"z.cash:testGRUMPKIN_XMD:SHA-256_SVDW_RO_";
    let hasher = Hasher::<Grumpkin, Xmd<Sha256>>::new(tag).unwrap();
    for (message, [x, y]) in [&b""[..], b"abc"].into_iter().zip(GRUMPKIN_RO) {
        let expected = Affine::new(Textbook::parse(x), Textbook::parse(y)).unwrap();
        assert_eq!(hash::<Grumpkin>(&hasher, message), expected);
    }
}

const GRUMPKIN_RO: [[&str; 2]; 2] = [
    [
        "0x190b002ec2d583f490be9a8d2f6da5a694e40dd37d85eb39db2078deda64c0d1",
        "0x14a5ca15693c0aadce2a7f0fef31479f1ac0df0cce16983d682f72ad11a24e89",
    ],
    [
        "0x1cf78a6e260ee143aa912a1bbffc288e8f5308e00d4dbfa64c65b4f4959e4a5c",
        "0x06e5c8384f6fc7c8a774a2bf8de16ec41424d5a76c67ce81322f14eb50bff945",
    ],
];

const G1_NU: [[&str; 2]; 5] = [
    [
        "0x1bb8810e2ceaf04786d4efd216fc2820ddd9363712efc736ada11049d8af5925",
        "0x1efbf8d54c60d865cce08437668ea30f5bf90d287dbd9b5af31da852915e8f11",
    ],
    [
        "0x0da4a96147df1f35b0f820bd35c6fac3b80e8e320de7c536b1e054667b22c332",
        "0x189bd3fbffe4c8740d6543754d95c790e44cd2d162858e3b733d2b8387983bb7",
    ],
    [
        "0x2ff727cfaaadb3acab713fa22d91f5fddab3ed77948f3ef6233d7ea9b03f4da1",
        "0x304080768fd2f87a852155b727f97db84b191e41970506f0326ed4046d1141aa",
    ],
    [
        "0x11a2eaa8e3e89de056d1b3a288a7f733c8a1282efa41d28e71af065ab245df9b",
        "0x060f37c447ac29fd97b9bb83be98ddccf15e34831a9cdf5493b7fede0777ae06",
    ],
    [
        "0x27409dccc6ee4ce90e24744fda8d72c0bc64e79766f778da0c1c0ef1c186ea84",
        "0x1ac201a542feca15e77f30370da183514dc99d8a0b2c136d64ede35cd0b51dc0",
    ],
];

const G1_RO: [[&str; 2]; 5] = [
    [
        "0x0a976ab906170db1f9638d376514dbf8c42aef256a54bbd48521f20749e59e86",
        "0x02925ead66b9e68bfc309b014398640ab55f6619ab59bc1fab2210ad4c4d53d5",
    ],
    [
        "0x23f717bee89b1003957139f193e6be7da1df5f1374b26a4643b0378b5baf53d1",
        "0x04142f826b71ee574452dbc47e05bc3e1a647478403a7ba38b7b93948f4e151d",
    ],
    [
        "0x187dbf1c3c89aceceef254d6548d7163fdfa43084145f92c4c91c85c21442d4a",
        "0x0abd99d5b0000910b56058f9cc3b0ab0a22d47cf27615f588924fac1e5c63b4d",
    ],
    [
        "0x00fe2b0743575324fc452d590d217390ad48e5a16cf051bee5c40a2eba233f5c",
        "0x0794211e0cc72d3cbbdf8e4e5cd6e7d7e78d101ff94862caae8acbe63e9fdc78",
    ],
    [
        "0x01b05dc540bd79fd0fea4fbb07de08e94fc2e7bd171fe025c479dc212a2173ce",
        "0x1bf028afc00c0f843d113758968f580640541728cfc6d32ced9779aa613cd9b0",
    ],
];

const G2_NU: [[&str; 2]; 5] = [
    [
        "0x04e9ea7f5807198397a99e234e91d4b9e6cadf0135ebedd97fd75cffed6e994d,\
         0x070077acfda8443392fb30222ba96b63f4b734e678494bf4ed0e07074b440a7b",
        "0x2d3653bf41ec170ce2d48774d02393c8d5f60fee5690b4f8cbc8531e269227f9,\
         0x0a7cf5d0d356f0c4d163570209e5f8f749bf91dc2a7d9ba58199a95ce02242b4",
    ],
    [
        "0x101e2f3d9fa22cb435ecb67d5284dc27c247856d6de4e420e1812e0bcea5afd8,\
         0x29226a3ca7415a541599274bf9e805050c82d443fd953481b17236325be3b6b7",
        "0x290bf12841dd276211effe86af369c11a2cb364c443981d0faf347cfb7b68715,\
         0x2e7c8a61fe36735852597ac564966560afe0ef8221918d5534e57f3096f7047d",
    ],
    [
        "0x0fcda542dd52f0e527bf828e63fe2a1f63a05c9a5c7a28865cfef247c6e1e8a6,\
         0x2d0bb492bb59847c106af8285fae5be0b5f96b6dcad56b3a0c7ddc364ae55a3a",
        "0x172d50b483e9bb9aa230e7cb82fbd522af1b73c1643bbd022614533311071780,\
         0x0afb68b6e28f44f49d6ab4c3014e73f7e07fd4d0b13a9519b798e9f1927a47b9",
    ],
    [
        "0x1d050758368c65df07014cab4752d8244ddf21691ab6418a3493bcc2a946b38d,\
         0x2596aa6bcb29439a9cdc7cfe0b9d247a890a4295dc17d053c293c7e40c27387f",
        "0x2f84eec5eaa87952d0d81c93c3f470c1e1a00d0ba307d8fda78b76841aca8e82,\
         0x27aef639d6eb4157c6f076e9fdae2f9eb15042dea92304fc54ebd5f69c5c3443",
    ],
    [
        "0x013729abbd4fbe2a13bc742960afa9053a4e6be06ea712b0d18153a9ec3854a7,\
         0x261e8ebaff3438064599465bb52880e8e8a663b27cfb6d794d90ac60437819a9",
        "0x132285a30dc36cc14da2d145390a6328e574155ebaece32856fb890d1f7ba16e,\
         0x06bd9197b3c0c1cc4d17695042dcbaf0168329a113d358c3b17885f71a394986",
    ],
];

const G2_RO: [[&str; 2]; 5] = [
    [
        "0x1192005a0f121921a6d5629946199e4b27ff8ee4d6dd4f9581dc550ade851300,\
         0x1747d950a6f23c16156e2171bce95d1189b04148ad12628869ed21c96a8c9335",
        "0x0498f6bb5ac309a07d9a8b88e6ff4b8de0d5f27a075830e1eb0e68ea318201d8,\
         0x2c9755350ca363ef2cf541005437221c5740086c2e909b71d075152484e845f4",
    ],
    [
        "0x16c88b54eec9af86a41569608cd0f60aab43464e52ce7e6e298bf584b94fccd2,\
         0x0b5db3ca7e8ef5edf3a33dfc3242357fbccead98099c3eb564b3d9d13cba4efd",
        "0x1c42ba524cb74db8e2c680449746c028f7bea923f245e69f89256af2d6c5f3ac,\
         0x22d02d2da7f288545ff8789e789902245ab08c6b1d253561eec789ec2c1bd630",
    ],
    [
        "0x1435fd84aa43c699230e371f6fea3545ce7e053cbbb06a320296a2b81efddc70,\
         0x2a8a360585b6b05996ef69c3c09b2c6fb17afe2b1e944f07559c53178eabf171",
        "0x2820188dcdc13ffdca31694942418afa1d6dfaaf259d012fab4da52b0f592e38,\
         0x142f08e2441ec431defc24621b73cfe0252d19b243cb55b84bdeb85de039207a",
    ],
    [
        "0x2cffc213fb63d00d923cb22cda5a2904837bb93a2fe6e875c532c51744388341,\
         0x2718ef38d1bc4347f0266c774c8ef4ee5fa7056cc27a4bd7ecf7a888efb95b26",
        "0x232553f728341afa64ce66d00535764557a052e38657594e10074ad28728c584,\
         0x2206ec0a9288f31ed78531c37295df3b56c42a1284443ee9893adb1521779001",
    ],
    [
        "0x242a0a159f36f87065e7c5170426012087023165ce47a486e53d6e2845ca625a,\
         0x17f9f6292998cf18ccc155903c1fe6b6465d40c794a3e1ed644a4182ad639f4a",
        "0x2dc5b7b65c9c79e6ef4afab8fbe3083c66d4ce31c78f6621ece17ecc892cf4b3,\
         0x18ef4886c818f01fdf309bc9a46dd904273917f85e74ecd0de62460a68122037",
    ],
];
