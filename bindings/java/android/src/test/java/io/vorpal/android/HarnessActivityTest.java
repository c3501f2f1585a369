package io.vorpal.android;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;

import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;
import android.widget.TextView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.shadows.ShadowLooper;

/** The activity on Android's own classes, with the native library of this machine. */
@RunWith(RobolectricTestRunner.class)
public class HarnessActivityTest {
    private ActivityController<HarnessActivity> controller;
    private Path folder;

    @Before
    public void start() {
        controller = Robolectric.buildActivity(HarnessActivity.class).setup();
        folder = controller.get().folder();
    }

    @After
    public void end() {
        controller.pause().stop().destroy();
    }

    private static List<View> views(View view) {
        List<View> all = new ArrayList<>(List.of(view));
        if (view instanceof ViewGroup group) {
            for (int i = 0; i < group.getChildCount(); i++) {
                all.addAll(views(group.getChildAt(i)));
            }
        }
        return all;
    }

    /** Presses a button, and returns the text when it can be pressed again. */
    private String press(String label) throws InterruptedException {
        Button pressed = null;
        TextView shown = null;
        for (View view : views(controller.get().findViewById(android.R.id.content))) {
            if (view instanceof Button button) {
                pressed = label.contentEquals(button.getText()) ? button : pressed;
            } else if (view instanceof TextView text) {
                shown = text;
            }
        }
        assertTrue(pressed.isEnabled() && pressed.performClick());
        assertFalse(pressed.isEnabled());
        for (int i = 0; i < 6000 && !pressed.isEnabled(); i++) {
            Thread.sleep(10);
            ShadowLooper.idleMainLooper();
        }
        assertTrue(pressed.isEnabled());
        return shown.getText().toString();
    }

    @Test
    public void randomElementsHaveTheRightSum() throws Exception {
        String text = press(HarnessActivity.RANDOM);
        assertTrue(text, text.matches("1024 points: [0-9.]+ ms, right\\R"));
        assertEquals(text, Files.readString(folder.resolve(Harness.TIMES)));
        press(HarnessActivity.RANDOM);
        assertEquals(2, Files.readAllLines(folder.resolve(Harness.TIMES)).size());
    }

    @Test
    public void filesHaveTheSumsOfTheirResults() throws Exception {
        String data = System.getProperty("vorpal.data", "");
        assumeFalse("SKIPPED: no real data", data.isEmpty());
        copy(data, "points", "scalars", "result.txt");
        String[] lines = press(HarnessActivity.FILES).split("\\R");
        assertEquals(5, lines.length);
        for (String line : lines) {
            assertTrue(line, line.endsWith(" ms, right"));
        }

        byte[] sums = Files.readAllBytes(folder.resolve("result.txt"));
        System.arraycopy(sums, 0, sums, Vector.POINT, Vector.POINT);
        Files.write(folder.resolve("result.txt"), sums);
        lines = press(HarnessActivity.FILES).split("\\R");
        assertTrue(lines[0], lines[0].endsWith("right"));
        assertTrue(lines[1], lines[1].endsWith("WRONG"));
    }

    private void copy(String data, String... names) throws IOException {
        for (String name : names) {
            Files.copy(Path.of(data, "zprize", name), folder.resolve(name));
        }
    }

    @Test
    public void errorsAreShown() throws Exception {
        assertTrue(press(HarnessActivity.FILES).contains("NoSuchFileException"));
        Files.write(folder.resolve("points"), new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 5});
        Files.write(folder.resolve("scalars"), new byte[0]);
        String text = press(HarnessActivity.FILES);
        assertTrue(text, text.contains("points: vector 1 ends before its items of 48 bytes"));
        // No point of the curve has x = 2^376.
        byte[] point = new byte[8 + Vector.POINT];
        point[0] = 1;
        point[8 + Vector.POINT - 1] = 1;
        Files.write(folder.resolve("points"), point);
        byte[] scalar = new byte[8 + Vector.SCALAR];
        scalar[0] = 1;
        Files.write(folder.resolve("scalars"), scalar);
        text = press(HarnessActivity.FILES);
        assertTrue(text, text.contains("VorpalException"));
    }
}
