import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** A sentence or two about what it is for. */
  readonly about?: ReactNode
  /** What can be done with all of it, beside the title. */
  readonly action?: ReactNode
  /** What is in it has a frame already. */
  readonly isBare?: boolean
  readonly children: ReactNode
}

/** A part of a page that is about one thing. */
export function Section({ title, about, action, isBare = false, children }: SectionProps) {
  const id = useId()
  const head = (
    <Group justify="space-between" align="flex-start" gap="sm">
      <div>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {about && (
          <Text c="dimmed" size="sm" maw={640} component="div">
            {about}
          </Text>
        )}
      </div>
      {action}
    </Group>
  )
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      {...(isBare ? { bg: 'transparent' } : { withBorder: true, p: { base: 'md', sm: 'lg' } })}
    >
      <Stack gap="md">
        {head}
        {children}
      </Stack>
    </Paper>
  )
}

/** A fact with its name, one under the other in a `dl`. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0}>
        {children}
      </Text>
    </div>
  )
}
