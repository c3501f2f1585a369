// The requirements of `.ci/pages`, checked in every frame of the document:
// * the page is not wider than the frame; a table that scrolls in its own box is allowed;
// * text has at least 9.5 pixels, and a contrast of at least 4.5 to its background (WCAG 2.2, 1.4.3), symbols of 3;
// * every picture has an alternative text, and shows all of its own text.
"use strict";

const SMALLEST = 9.5;
const CONTRAST = { text: 4.5, symbol: 3 };

function channels(colour) {
    const numbers = colour.match(/[\d.]+/g).map(Number);
    return numbers.length === 3 ? [...numbers, 1] : numbers;
}

// Relative luminance, as WCAG defines it.
function luminance(rgb) {
    const [r, g, b] = rgb.slice(0, 3).map((value) => {
        const v = value / 255;
        return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// The colour of the nearest ancestor that is painted; the canvas is white or black.
function background(element, view) {
    for (let at = element; at !== null; at = at.parentElement) {
        const colour = channels(view.getComputedStyle(at).backgroundColor);
        if (colour[3] > 0) return colour;
    }
    return view.matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0, 1] : [255, 255, 255, 1];
}

function checkText(text, document, view, report) {
    const element = text.parentElement;
    const words = text.data.trim();
    if (words === "" || element.closest("script, style, title, desc, head") !== null) return;
    if (!element.checkVisibility()) return;
    const style = view.getComputedStyle(element);
    const inPicture = element instanceof view.SVGElement;
    const scale = inPicture ? element.getScreenCTM().a : 1;
    const size = scale * parseFloat(style.fontSize);
    if (size < SMALLEST) report(`text of ${size.toFixed(1)} px: ${words.slice(0, 40)}`);
    const ink = luminance(channels(inPicture ? style.fill : style.color));
    const paper = luminance(background(element, view));
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    const required = /[\p{L}\p{N}]/u.test(words) ? CONTRAST.text : CONTRAST.symbol;
    if (contrast < required) report(`contrast ${contrast.toFixed(2)}: ${words.slice(0, 40)}`);
    if (inPicture) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const [inner, outer] = [range.getBoundingClientRect(), element.ownerSVGElement.getBoundingClientRect()];
        if (inner.left < outer.left - 1 || inner.right > outer.right + 1) report(`is cut off: ${words.slice(0, 40)}`);
    }
}

function checkFrame(frame, report) {
    const [view, document] = [frame.contentWindow, frame.contentDocument];
    for (const details of document.querySelectorAll("details")) details.open = true;
    const [content, width] = [document.documentElement.scrollWidth, view.innerWidth];
    if (content > width) report(`the page is wider than the window: ${content} px`);
    for (const picture of document.querySelectorAll("svg, img, canvas")) {
        const named = picture.closest("[role=img]");
        const name = named?.getAttribute("aria-label") ?? named?.querySelector("title")?.textContent ?? picture.alt;
        if (!name) report(`no alternative text: ${picture.outerHTML.slice(0, 60)}`);
    }
    const texts = document.createTreeWalker(document.body, view.NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) checkText(texts.currentNode, document, view, report);
}

window.addEventListener("load", () => {
    const faults = [];
    for (const frame of document.querySelectorAll("iframe")) {
        const report = (fault) => faults.push(`at ${frame.contentWindow.innerWidth} px: ${fault}`);
        try {
            checkFrame(frame, report);
        } catch (error) {
            report(`the check failed: ${error}`);
        }
    }
    document.getElementById("faults").textContent = faults.join("\n");
});
