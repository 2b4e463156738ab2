import { useCallback, useRef, useState } from 'preact/hooks';

/**
 * In a box that scrolls sideways, a sticky heading scrolls away with the box. So the heading can stay in view only if
 * the table fits.
 */
export function useTableFit() {
  const [doesFit, setDoesFit] = useState(true);
  const observer = useRef<ResizeObserver | undefined>(undefined);
  const box = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    const table = element?.querySelector('table') ?? null;
    if (element === null || table === null) return;
    observer.current = new ResizeObserver(() => {
      setDoesFit(table.offsetWidth <= element.offsetWidth);
    });
    observer.current.observe(element);
    observer.current.observe(table);
  }, []);
  return { box, doesFit };
}
