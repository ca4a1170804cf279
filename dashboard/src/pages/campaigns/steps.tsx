import { Button, Group, UnstyledButton } from '@mantine/core'
import { t } from '../../text.ts'
import classes from './steps.module.css'

export const steps = ['audience', 'message', 'when', 'review'] as const
export type Step = (typeof steps)[number]

export const isStep = (value: unknown): value is Step => steps.some((step) => step === value)

/** The steps of the composer. Each can be opened at any time. */
export function Steps({ current, go }: { readonly current: Step; readonly go: (step: Step) => void }) {
  return (
    <nav aria-label={t.composer.steps}>
      <Group component="ol" gap={0} wrap="nowrap" className={classes.steps}>
        {steps.map((step, place) => (
          <li key={step}>
            <UnstyledButton
              className={classes.step}
              {...(step === current ? { 'aria-current': 'step' as const } : {})}
              onClick={() => go(step)}
            >
              <span className={classes.number}>{place + 1}</span> {t.composer[step]}
            </UnstyledButton>
          </li>
        ))}
      </Group>
    </nav>
  )
}

export function Back({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="default" onClick={onClick}>
      {t.composer.back}
    </Button>
  )
}
