import { getStroke } from 'perfect-freehand';
import type { Stroke } from '../../preload/contract/practice-room.ts';
import { byId } from './dom.ts';

export function createPainter(): (strokes: readonly Stroke[]) => void {
  const drawing = byId('strokes', SVGSVGElement);
  const paths = new Map<string, { readonly path: SVGPathElement; stroke: Stroke | undefined }>();

  return (strokes) => {
    const gone = new Set(paths.keys());
    for (const stroke of strokes) {
      gone.delete(stroke.id);
      const shown = paths.get(stroke.id) ?? { path: add(stroke), stroke: undefined };
      paths.set(stroke.id, shown);
      if (shown.stroke === stroke) continue;
      shown.stroke = stroke;
      shown.path.setAttribute('d', outlineOf(stroke));
    }
    for (const id of gone) {
      paths.get(id)?.path.remove();
      paths.delete(id);
    }
  };

  function add({ ink }: Stroke): SVGPathElement {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.style.fill = `var(--${ink})`;
    drawing.append(path);
    return path;
  }
}

function outlineOf({ points, size }: Stroke): string {
  const pen = { size, thinning: 0.55, smoothing: 0.5, streamline: 0.3, simulatePressure: false, last: true };
  const outline = getStroke(
    points.map((point) => [...point]),
    pen,
  );
  const [first = [0, 0]] = outline;
  // Smooths corners: outline points become control points of curves between midpoints.
  const curves = outline.map(([x, y], index) => {
    const [nextX, nextY] = outline[index + 1] ?? first;
    return `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
  });
  return `M${first[0]} ${first[1]}${curves.join('')}Z`;
}
