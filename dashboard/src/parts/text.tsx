import { ActionIcon, Badge, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { showAmount } from '../../../src/values/amount.ts'
import { fill, locale, t } from '../text.ts'
import { Icon } from './icon.tsx'

/** Small things that are shown the same way everywhere. */

const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const exactMoments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

/** A time as people read it, where they are; whoever points at it sees it to the millisecond. */
export function When({
  at,
  none = '–',
  isExact = false,
}: {
  readonly at: string | null | undefined
  readonly none?: string
  readonly isExact?: boolean
}) {
  if (at === null || at === undefined) return <>{none}</>
  return (
    <time dateTime={at} title={at}>
      {(isExact ? exactMoments : moments).format(new Date(at))}
    </time>
  )
}

export function Amount({ value, currency }: { readonly value: string; readonly currency?: string | undefined }) {
  return (
    <span className="number">
      {showAmount(value)}
      {currency === undefined ? '' : ` ${currency}`}
    </span>
  )
}

export const showCount = (count: number) => new Intl.NumberFormat(locale).format(count)

const colours: Readonly<Record<string, string>> = {
  failing: 'red',
  ...Object.fromEntries(
    [
      'delivered',
      'active',
      'successful',
      'paid',
      'done',
      'up',
      'enabled',
      'verified',
      'success',
      'imported',
      'added',
      'well',
      'ok',
    ].map((name) => [name, 'green']),
  ),
  ...Object.fromEntries(
    [
      'undelivered',
      'rejected',
      'failed',
      'down',
      'refused',
      'invalid',
      'revoked',
      'out',
      'left out',
      'blocked',
      'error',
    ].map((name) => [name, 'red']),
  ),
  ...Object.fromEntries(
    [
      'pending',
      'scheduled',
      'queued',
      'paused',
      'suspended',
      'trial',
      'waiting',
      'retrying',
      'expiring',
      'expired',
    ].map((name) => [name, 'yellow']),
  ),
  ...Object.fromEntries(
    ['submitted', 'running', 'updated', 'uploading', 'in progress', 'open'].map((name) => [name, 'blue']),
  ),
}

/** A state in a word, and a colour that says the same: its own, where the word is one of few pages. */
export function Status({
  value,
  colour,
}: {
  readonly value: string
  readonly colour?: 'green' | 'red' | 'yellow' | 'blue'
}) {
  const word = value.replaceAll('_', ' ').toLowerCase()
  return (
    <Badge variant="light" color={colour ?? colours[word] ?? 'gray'} radius="sm" tt="none">
      {word}
    </Badge>
  )
}

/** A button that copies; it says so when it has. */
export function Copy({ value, label = t.common.copy }: { readonly value: string; readonly label?: string }) {
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t.common.copied : label}>
          <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={copied ? t.common.copied : label}>
            <Icon name={copied ? 'check' : 'copy'} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** Something to paste elsewhere, with a button that copies it. */
export function CodeLine({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block className="code" flex={1} tabIndex={0} aria-label={label} role="group">
        {value}
      </Code>
      <Copy value={value} label={fill(t.common.copyNamed, { name: label.toLowerCase() })} />
    </Group>
  )
}
