import { Text } from '@mantine/core'
import { t } from '../../../operator-text.ts'
import { Section } from '../../../parts/section.tsx'
import { CodeLine } from '../../../parts/text.tsx'
import { useAbout } from '../../../session.tsx'

interface CallbackUrlProps {
  readonly title: string
  readonly about: string
  /** Without an origin when the public URL is not configured. */
  readonly url: string
}

/** A URL of this server that a provider calls. */
export function CallbackUrl({ title, about, url }: CallbackUrlProps) {
  const { publicUrl } = useAbout()
  return (
    <Section title={title} about={about}>
      <CodeLine label={title} value={publicUrl === null ? `${window.location.origin}${url}` : url} />
      {publicUrl === null && (
        <Text size="sm" c="dimmed">
          {t.carriers.noPublicUrl}
        </Text>
      )}
    </Section>
  )
}
