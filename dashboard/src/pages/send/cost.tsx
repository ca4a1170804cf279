import { Checkbox, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Quote, SendBody } from '../../../../src/contract/account/send.ts'
import { ask, Refused } from '../../api.ts'
import { countryName, showCount } from '../../parts/formats.ts'
import { Phone } from '../../parts/phone.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Amount, Note } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { toQuote } from './request.ts'

export interface Quoted {
  readonly isEmpty: boolean
  readonly asked: UseQueryResult<Quote, Refused>
  readonly quote: Quote | undefined
  /** The quote is that of the draft, and not of an earlier one. */
  readonly isCurrent: boolean
}

/** The price of a draft, updated while the user types. It is not current before the draft is settled. */
export function useQuote(account: Account, draft: SendBody | null, isSettled: boolean): Quoted {
  const written = useMemo(() => (draft === null ? null : JSON.stringify(toQuote(draft))), [draft])
  const [body] = useDebouncedValue(written, 400)
  const asked = useQuery<Quote, Refused>({
    queryKey: [`${account.path}/quotes`, body],
    queryFn: ({ signal }) =>
      ask('POST /v2/quotes', { path: { account: account.id }, body: JSON.parse(body ?? 'null') }, { signal }),
    enabled: body !== null,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  return {
    isEmpty: body === null,
    asked,
    quote: body === null ? undefined : asked.data,
    isCurrent: isSettled && body !== null && body === written && asked.isSuccess && !asked.isPlaceholderData,
  }
}

interface CostProps {
  readonly of: Quoted
  readonly onSmart: (isSmart: boolean) => void
}

export function Cost({ of: { isEmpty, asked, quote }, onSmart }: CostProps) {
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="cost">
      <Title order={2} size="h5" id="cost" mb="sm">
        {t.send.cost}
      </Title>
      {isEmpty && <Note>{t.send.costEmpty}</Note>}
      {!isEmpty && (
        // The same draft would be refused again.
        <Problem
          error={asked.error}
          onRetry={asked.error instanceof Refused && asked.error.status < 500 ? undefined : () => void asked.refetch()}
        />
      )}
      {quote && asked.error === null && <Figures quote={quote} onSmart={onSmart} />}
    </Paper>
  )
}

function Figures({
  quote: {
    recipients,
    parts,
    partsTotal,
    price,
    currency,
    byCountry,
    available,
    enough,
    smartEncoding,
    samples,
    missing,
    delayed,
  },
  onSmart,
}: {
  readonly quote: Quote
  readonly onSmart: (isSmart: boolean) => void
}) {
  const { valid, invalid, duplicates, optedOut, doNotDisturb, noConsent } = recipients
  const stopped = optedOut - doNotDisturb - noConsent
  return (
    <Stack gap={6} aria-live="polite">
      <Line label={t.send.recipients} value={showCount(valid)} />
      {valid + invalid + duplicates + optedOut === 0 && <Note>{t.send.noContacts}</Note>}
      {invalid > 0 && <Line label={t.send.invalid} value={showCount(invalid)} />}
      {duplicates > 0 && <Line label={t.send.duplicates} value={showCount(duplicates)} />}
      {stopped > 0 && <Line label={t.send.optedOut} value={showCount(stopped)} />}
      {doNotDisturb > 0 && <Line label={t.send.doNotDisturb} value={showCount(doNotDisturb)} />}
      {noConsent > 0 && <Line label={t.send.noConsent} value={showCount(noConsent)} />}
      <Line label={t.send.partsEach} value={showCount(parts)} />
      <Line label={t.send.partsTotal} value={showCount(partsTotal)} />
      {byCountry.length > 1 && (
        <>
          <Divider my={4} />
          {byCountry.slice(0, 6).map(({ country, callingCode, recipients: count, price: cost }) => (
            <Line
              key={callingCode}
              label={fill(t.shared.namedCount, {
                name: country === null ? `+${callingCode}` : countryName(country),
                count,
              })}
              value={<Amount value={cost} currency={currency} />}
            />
          ))}
        </>
      )}
      <Divider my={4} />
      <Line label={t.send.price} value={<Amount value={price} currency={currency} />} isStrong />
      <Line label={t.send.available} value={<Amount value={available} currency={currency} />} />
      {!enough && (
        <Text size="sm" c="var(--mantine-color-error)" fw={600}>
          {t.send.notEnough}
        </Text>
      )}
      {delayed > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {fill(t.send.delayed, { count: delayed })}
        </Text>
      )}
      <Smart smart={smartEncoding} currency={currency} onChange={onSmart} />
      <MissingValues of={missing} />
      <Preview samples={samples} />
    </Stack>
  )
}

/** The placeholders that are empty in some messages. */
export const MissingValues = ({ of }: { readonly of: Quote['missing'] }) =>
  of.map(({ placeholder, messages }) => (
    <Text key={placeholder} size="sm" c="var(--mantine-color-error)">
      {fill(t.send.missing, { placeholder: `{${placeholder}}`, messages })}
    </Text>
  ))

/** The choice about smart encoding, where it makes a difference. */
function Smart({
  smart: { used, with: smart, without, replaced },
  currency,
  onChange,
}: {
  readonly smart: Quote['smartEncoding']
  readonly currency: string
  readonly onChange: (isSmart: boolean) => void
}) {
  if (replaced.length === 0) return null
  const count = without.partsTotal - smart.partsTotal
  const characters = replaced.map(showReplacement).join(', ')
  return (
    <>
      <Divider my={4} />
      <Checkbox
        label={t.send.smart}
        description={fill(t.send.smartAbout, { characters })}
        checked={used}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
      <Text size="sm">
        {rich(used ? t.send.smartSaves : t.send.smartWouldSave, {
          count,
          price: <Amount value={smart.price} currency={currency} />,
          before: <Amount value={without.price} currency={currency} />,
        })}
      </Text>
    </>
  )
}

/** On one line. A space without a glyph is named. */
const showReplacement = ({ from, to }: Quote['smartEncoding']['replaced'][number]) =>
  /^[\s\p{Cf}]/u.test(from)
    ? `U+${from.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
    : `${from}\u00A0→\u00A0${to}`

/** The first messages as their recipients get them. */
function Preview({ samples }: Pick<Quote, 'samples'>) {
  if (samples.length === 0) return null
  return (
    <>
      <Divider my={4} />
      <Title order={3} size="h6">
        {t.send.preview}
      </Title>
      {samples.map(({ phone, text }) => (
        <div key={phone}>
          <Note size="xs">
            <Phone of={phone} isOnForm />
          </Note>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </div>
      ))}
    </>
  )
}

function Line({
  label,
  value,
  isStrong = false,
}: {
  readonly label: string
  readonly value: React.ReactNode
  readonly isStrong?: boolean
}) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm" fw={isStrong ? 700 : 400}>
        {label}
      </Text>
      <Text size="sm" className="number" fw={isStrong ? 700 : 400}>
        {value}
      </Text>
    </Group>
  )
}
