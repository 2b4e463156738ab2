/** A link to a section of the help, in a new tab, so that nothing on the screen is lost. */
export function HelpLink({ section, about }: { section: string; about: string }) {
  return (
    <a class="button small" href={`/help#${section}`} target="_blank" rel="noopener">
      Help<span class="unseen"> with {about} (new tab)</span>
    </a>
  );
}
