import { Button, CloseButton, Group, Progress, Stack, Text, ThemeIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StepState } from '../../../src/contract/console/setup.ts'
import { fill, t } from '../text.ts'
import { Icon } from './icon.tsx'
import { Section } from './section.tsx'
import { Note } from './text.tsx'

interface Page {
  readonly to: string
  readonly label: string
  /** Opens the form of the page. */
  readonly search?: Readonly<Record<string, string>>
}

export interface Step {
  readonly title: string
  readonly about: ReactNode
  readonly state: StepState
  /** The page of the step, or who can do it. */
  readonly action: Page | string | null
  /** Shown below the sentence. */
  readonly more?: ReactNode
}

interface ChecklistProps {
  /** The browser remembers under this name that the user has hidden it. */
  readonly name: string
  readonly title: string
  readonly about: string
  readonly steps: readonly Step[]
}

/** The first steps, each with a link to its page. It disappears when all are done, and can be hidden before. */
export function Checklist({ name, title, about, steps }: ChecklistProps) {
  const [isHidden, setHidden] = useLocalStorage({
    key: `ngoma.setup.${name}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const total = steps.length
  const done = steps.filter(({ state }) => state === 'done').length
  const next = steps.findIndex(({ state }) => state === 'open')
  if (done === total) return null
  if (isHidden)
    return (
      <Group justify="flex-end">
        <Button size="xs" variant="subtle" onClick={() => setHidden(false)}>
          {fill(t.setup.show, { done, total })}
        </Button>
      </Group>
    )
  return (
    <Section title={title} about={about}>
      <Group gap="sm" wrap="nowrap">
        <Progress value={(done / total) * 100} flex={1} maw={320} aria-hidden />
        <Note role="status">{fill(t.setup.progress, { done, total })}</Note>
        <CloseButton aria-label={t.setup.hide} onClick={() => setHidden(true)} ml="auto" />
      </Group>
      <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step, index) => (
          <StepRow key={step.title} step={step} place={index + 1} isNext={index === next} />
        ))}
      </Stack>
    </Section>
  )
}

interface StepRowProps {
  readonly step: Step
  readonly place: number
  readonly isNext: boolean
}

function StepRow({ step: { title, about, state, action, more }, place, isNext }: StepRowProps) {
  const isDone = state === 'done'
  return (
    <Group component="li" gap="sm" align="flex-start" wrap="nowrap">
      <ThemeIcon variant="light" radius="xl" size={28} fz="sm" color={isDone ? 'green' : 'ngoma'} aria-hidden>
        {isDone ? <Icon name="check" size={16} /> : place}
      </ThemeIcon>
      <Group gap="sm" justify="space-between" flex={1} miw={0} align="flex-start">
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Text fw={600} c={isDone ? 'dimmed' : undefined}>
            {isDone ? fill(t.setup.done, { step: title }) : title}
          </Text>
          {!isDone && (
            <Text size="sm" maw={640} component="div">
              {about}
            </Text>
          )}
          {more}
        </div>
        {!isDone && <StepAction action={action} isNext={isNext} />}
      </Group>
    </Group>
  )
}

function StepAction({ action, isNext }: { readonly action: Step['action']; readonly isNext: boolean }) {
  if (action === null) return null
  if (typeof action === 'string') return <Note maw={220}>{action}</Note>
  return (
    <Button
      size="xs"
      variant={isNext ? 'filled' : 'default'}
      component={Link}
      to={action.to}
      search={(action.search ?? {}) as never}
    >
      {action.label}
    </Button>
  )
}
