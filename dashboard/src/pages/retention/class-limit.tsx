import { Group, Stack, Text, Title } from '@mantine/core'
import type { RetentionClass } from '../../../../src/contract/console/retention.ts'
import { Note, When } from '../../parts/text.tsx'
import { fill, rich, t } from '../../text.ts'
import { LimitField } from './limit-field.tsx'
import { type LimitInput, showDays } from './limits.ts'

interface ClassLimitProps {
  readonly of: RetentionClass
  readonly limit: LimitInput
  /** Undefined for readers. */
  readonly onLimit: ((value: LimitInput) => void) | undefined
  /** The maximum for accounts, which only operators set. */
  readonly max?: { readonly value: LimitInput; readonly onChange: (value: LimitInput) => void }
}

/** One class of data, with its limit and when it applies. */
export function ClassLimit({ of, limit, onLimit, max }: ClassLimitProps) {
  const { dataClass, days, next, min } = of
  const title = t.retention.classes[dataClass]
  const newMax =
    max === undefined ? of.max : max.value.mode === 'days' && max.value.days !== '' ? Number(max.value.days) : null
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd={0} aria-label={title}>
      <div>
        <Title order={3} size="h5">
          {title}
        </Title>
        <Note maw={640}>{t.retention.classAbout[dataClass]}</Note>
      </div>
      <Group gap="xl" align="flex-start">
        {onLimit && (
          <LimitField
            label={max === undefined ? t.retention.limit : t.retention.defaultLimit}
            value={limit}
            onChange={onLimit}
            min={min}
            max={newMax}
            byDefault={of.default}
            defaultText={max === undefined ? undefined : t.retention.builtIn}
          />
        )}
        {max && (
          <LimitField
            label={t.retention.maximum}
            value={max.value}
            onChange={max.onChange}
            min={min}
            max={null}
            byDefault={undefined}
          />
        )}
      </Group>
      <Text size="sm">
        {next === null
          ? fill(t.retention.keptNow, { days: showDays(days) })
          : rich(t.retention.keptUntil, {
              days: showDays(days),
              at: <When at={next.at} />,
              later: showDays(next.days),
            })}
        {max === undefined && of.max !== null && ` ${fill(t.retention.maximumIs, { days: showDays(of.max) })}`}
      </Text>
    </Stack>
  )
}
