import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { LimitsBody, RetentionClass, RetentionPreview } from '../../../../src/contract/console/retention.ts'
import { useChange } from '../../data.ts'
import { confirm } from '../../parts/confirm.ts'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'
import { t } from '../../text.ts'
import { ClassLimit } from './class-limit.tsx'
import { changesIn, findProblem, inputOf, type LimitInputs } from './limits.ts'
import { Removals } from './removals.tsx'

export interface Changes {
  readonly limits: LimitsBody
  readonly max: LimitsBody
}

interface LimitsFormProps {
  readonly classes: readonly RetentionClass[]
  readonly mayChange: boolean
  /** Operators also set the maximum. */
  readonly withMax: boolean
  readonly preview: (changes: Changes) => Promise<RetentionPreview>
  readonly save: (changes: Changes) => Promise<unknown>
  readonly refreshes: string
}

const inputsOf = (classes: readonly RetentionClass[], read: (one: RetentionClass) => RetentionClass['limit']) =>
  Object.fromEntries(classes.map((one) => [one.dataClass, inputOf(read(one))])) as LimitInputs

const limitOf = ({ limit }: RetentionClass) => limit
const maxOf = ({ max }: RetentionClass) => max

/** The limits of all classes. A change that removes data is confirmed with the data that it removes. */
export function LimitsForm({ classes, mayChange, withMax, preview, save, refreshes }: LimitsFormProps) {
  const [limits, setLimits] = useState(() => inputsOf(classes, limitOf))
  const [max, setMax] = useState(() => inputsOf(classes, maxOf))
  const changes: Changes = { limits: changesIn(classes, limits, limitOf), max: changesIn(classes, max, maxOf) }
  const changed = [...Object.keys(changes.limits), ...Object.keys(changes.max)]
  const saving = useChange((values: Changes) => save(values), {
    refreshes: [refreshes],
    onDone: () => {
      sayDone(t.retention.saved)
    },
  })
  const removedBy = (found: RetentionPreview) =>
    found.rows.filter(({ rows, dataClass }) => rows > 0 && changed.includes(dataClass))
  const asking = useChange((values: Changes) => preview(values), {
    onDone(found) {
      const removed = removedBy(found)
      if (removed.length === 0) return saving.mutate(changes)
      confirm({
        title: t.retention.confirm,
        warning: (
          <Stack gap="sm">
            <Text>{t.retention.confirmAbout}</Text>
            <Removals rows={removed} label={t.retention.toRemove} />
          </Stack>
        ),
        submit: t.retention.confirmSave,
        size: 'lg',
        run: () => saving.mutateAsync(changes),
      })
    },
  })
  const isInvalid = classes.some(({ dataClass, min }) =>
    [limits, max].some((inputs) => findProblem(inputs[dataClass] ?? { mode: 'default', days: '' }, min, null) !== null),
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        asking.mutate(changes)
      }}
      noValidate
    >
      <Stack gap="lg">
        {classes.map((one, place) => (
          <Fragment key={one.dataClass}>
            {place > 0 && <Divider />}
            <ClassLimit
              of={one}
              limit={limits[one.dataClass] ?? inputOf('default')}
              onLimit={mayChange ? (value) => setLimits({ ...limits, [one.dataClass]: value }) : undefined}
              max={
                withMax
                  ? {
                      value: max[one.dataClass] ?? inputOf(null),
                      onChange: (value) => setMax({ ...max, [one.dataClass]: value }),
                    }
                  : undefined
              }
            />
          </Fragment>
        ))}
        <Problem error={asking.error ?? saving.error} />
        {mayChange && (
          <Group>
            <Button
              type="submit"
              loading={asking.isPending || saving.isPending}
              disabled={changed.length === 0 || isInvalid}
            >
              {t.retention.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
