package io.vorpal.android;

import android.app.Activity;
import android.os.Bundle;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two buttons, for the vectors of files and for random ones, and the times below them. */
public final class HarnessActivity extends Activity {
    static final String FILES = "Files";
    static final String RANDOM = "Random elements";

    /** The number of random elements. */
    private static final int LENGTH = 1 << 10;

    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private Button files;
    private Button random;
    private TextView text;

    /** Creates the activity. */
    public HarnessActivity() {}

    /** Computes what a button shows. */
    private interface Work {
        String run(Harness harness) throws IOException;
    }

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        LinearLayout column = new LinearLayout(this);
        column.setOrientation(LinearLayout.VERTICAL);
        files = button(FILES, Harness::files);
        random = button(RANDOM, harness -> harness.random(LENGTH, new Random()));
        text = new TextView(this);
        text.setText("Put the files points, scalars and result.txt into " + folder());
        column.addView(files);
        column.addView(random);
        column.addView(text);
        ScrollView view = new ScrollView(this);
        view.addView(column);
        setContentView(view);
    }

    /** The folder of the files: one to which {@code adb push} can write, if the phone has storage for that. */
    Path folder() {
        File shared = getExternalFilesDir(null);
        return (shared == null ? getFilesDir() : shared).toPath();
    }

    private Button button(String label, Work work) {
        Button button = new Button(this);
        button.setText(label);
        button.setOnClickListener(clicked -> start(work));
        return button;
    }

    /** Works on another thread, and shows the result. Meanwhile the buttons are off. */
    private void start(Work work) {
        enable(false);
        text.setText("...");
        worker.execute(() -> {
            String result;
            try {
                result = work.run(new Harness(folder()));
            } catch (IOException | RuntimeException | LinkageError error) {
                result = error.toString();
            }
            String shown = result;
            runOnUiThread(() -> {
                text.setText(shown);
                enable(true);
            });
        });
    }

    private void enable(boolean enabled) {
        files.setEnabled(enabled);
        random.setEnabled(enabled);
    }

    @Override
    protected void onDestroy() {
        worker.shutdown();
        super.onDestroy();
    }
}
