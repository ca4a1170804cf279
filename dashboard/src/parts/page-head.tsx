import { Group, Text, Title } from '@mantine/core'
import { useMatch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

/** The head of a page: title, description and actions. */
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
        <Title order={1} fz={{ base: 26, sm: 30 }} lh={1.2} lts="-0.015em" ref={head} tabIndex={-1}>
          {title}
        </Title>
        {about && (
          <Text c="dimmed" maw={640} mt={4}>
            {about}
          </Text>
        )}
      </div>
      <Group gap="sm">{children}</Group>
    </Group>
  )
}

/** The page announced last. The browser announces the first one by itself. */
let announced: string | null = null

/** Moves the focus to the head of a new page, for keyboards and screen readers, unless the user is busy in it. */
function useHeadFocus() {
  const head = useRef<HTMLHeadingElement>(null)
  // The path of this page: the address is already that of the next one while it loads.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  useEffect(() => {
    const isFree = document.activeElement?.closest('main, [role="dialog"]') == null
    if (announced !== null && announced !== path && isFree) head.current?.focus({ preventScroll: true })
    announced = path
  }, [path])
  return head
}
