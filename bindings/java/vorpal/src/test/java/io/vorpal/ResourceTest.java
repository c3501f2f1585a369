package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vorpal.internal.Native;
import io.vorpal.secp256k1.SecretKey;
import org.junit.jupiter.api.Test;

class ResourceTest {
    private static SecretKey key(int number) {
        byte[] secret = new byte[32];
        secret[31] = (byte) (number % 100 + 1);
        return new SecretKey(secret);
    }

    @Test
    void closingFreesAtOnce() {
        long before = Native.openHandles();
        SecretKey key = key(1);
        assertEquals(before + 1, Native.openHandles());
        key.close();
        assertEquals(before, Native.openHandles());
        key.close();
        assertEquals(before, Native.openHandles());
    }

    @Test
    void theCollectorFreesWhatNobodyCloses() throws InterruptedException {
        long before = Native.openHandles();
        for (int i = 0; i < 1000; i++) {
            key(i);
        }
        long most = Native.openHandles();
        for (int i = 0; i < 200 && Native.openHandles() > before; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertTrue(Native.openHandles() <= before, most + " handles, of which " + Native.openHandles() + " remain");
    }
}
