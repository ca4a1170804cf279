/** Texts that many pages share. */
export const common = {
  copy: 'Copy',
  copied: 'Copied',
  copyNamed: 'Copy {name}',
} as const
