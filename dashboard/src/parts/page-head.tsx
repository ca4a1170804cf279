import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** How every page begins: what it is, a sentence about it, and what can be done. */
export function PageHead({ title, about, children }: { readonly title: string; readonly about?: ReactNode; readonly children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Ngoma`
  }, [title])
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        {about && (
          <Text c="dimmed" maw={640}>
            {about}
          </Text>
        )}
      </div>
      <Group gap="sm">{children}</Group>
    </Group>
  )
}
