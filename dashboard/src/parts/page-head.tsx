import { Group, Text, Title } from '@mantine/core'
import { useMatch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

/** How every page begins: what it is, a sentence about it, and what can be done. */
export function PageHead({
  title,
  about,
  children,
}: {
  readonly title: string
  readonly about?: ReactNode
  readonly children?: ReactNode
}) {
  const head = useHeadFocus()
  useEffect(() => {
    document.title = `${title} · Ngoma`
  }, [title])
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <div>
        <Title order={1} size="h2" ref={head} tabIndex={-1}>
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

/** The page whose head was announced last. The first one the browser announces by itself. */
let announced: string | null = null

/**
 * On another page the keyboard goes on from its beginning, and who listens hears where they are; unless they are in the
 * middle of something there.
 */
function useHeadFocus() {
  const head = useRef<HTMLHeadingElement>(null)
  // The page's own, and not the address, which is ahead of it while the next page is loaded.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  useEffect(() => {
    const isFree = document.activeElement?.closest('main, [role="dialog"]') == null
    if (announced !== null && announced !== path && isFree) head.current?.focus({ preventScroll: true })
    announced = path
  }, [path])
  return head
}
