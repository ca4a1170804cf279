import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: ReactNode
  /** The description. */
  readonly about?: ReactNode
  /** Buttons beside the title. */
  readonly action?: ReactNode
  /** The content has its own frame. */
  readonly isBare?: boolean
  readonly children: ReactNode
}

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

/** A name and a value in a `dl`. */
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

/** Names and values in as many columns as fit. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 2, sm: 3 }}
      spacing="md"
      verticalSpacing="xs"
      m={0}
      style={{ overflowWrap: 'anywhere' }}
    >
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </SimpleGrid>
  )
}
