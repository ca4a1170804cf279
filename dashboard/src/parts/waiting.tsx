import { Skeleton, Stack } from '@mantine/core'
import { fill, t } from '../text.ts'

/** Placeholders for content that loads. Screen readers get the name of the content. */
export function Waiting({ label, rows = 4 }: { readonly label?: string; readonly rows?: number }) {
  return (
    <Stack
      gap="xs"
      role="status"
      aria-label={label === undefined ? t.shared.loading : fill(t.shared.loadingNamed, { name: label })}
    >
      {Array.from({ length: rows }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same
        <Skeleton key={place} height={36} />
      ))}
    </Stack>
  )
}
