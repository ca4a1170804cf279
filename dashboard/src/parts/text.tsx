import { ActionIcon, Anchor, Badge, Code, CopyButton, Group, Text, type TextProps, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { HTMLAttributes, ReactNode } from 'react'
import type { MessageFormat } from '../../../src/contract/account/messages.ts'
import { fill, t, wordFor } from '../text.ts'
import { showAmount, showCount, showExactTime, showTime } from './formats.ts'
import { Icon } from './icon.tsx'

export { showCount }

type NoteProps = TextProps & Pick<HTMLAttributes<HTMLParagraphElement>, 'role' | 'title' | 'children'>

/** A remark, smaller and paler than the text. */
export const Note = (props: NoteProps) => <Text size="sm" c="dimmed" {...props} />

/** The first two lines of a text. */
export const Excerpt = ({ children }: { readonly children: ReactNode }) => (
  <Text inherit lineClamp={2}>
    {children}
  </Text>
)

interface LinkProps {
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
  readonly children: ReactNode
}

/** A link to a page of the dashboard. */
export const PageLink = ({ search, ...link }: LinkProps) => (
  <Anchor component={Link} size="sm" search={search as never} {...link} />
)

/** A link in a sentence. */
export const TextLink = ({ search, ...link }: LinkProps) => (
  <Anchor component={Link} inherit underline="always" search={search as never} {...link} />
)

/** Links in a text of the catalog, to a page or to an address that opens in another tab. */
export const linkTo = (to: string, search?: LinkProps['search']) => (text: ReactNode) => (
  <TextLink to={to} search={search}>
    {text}
  </TextLink>
)
export const linkOutside = (href: string) => (text: ReactNode) => (
  <Anchor href={href} target="_blank" rel="noreferrer" inherit underline="always">
    {text}
  </Anchor>
)

/** A time in the user’s time zone, with the exact ISO time as its tooltip. */
export function When({
  at,
  none = '–',
  isExact = false,
  show = isExact ? showExactTime : showTime,
}: {
  readonly at: string | null | undefined
  readonly none?: string
  readonly isExact?: boolean
  /** Another format. */
  readonly show?: (at: Date) => string
}) {
  if (at === null || at === undefined) return <>{none}</>
  return (
    <time dateTime={at} title={at}>
      {show(new Date(at))}
    </time>
  )
}

/** The text of a message. An empty one has been removed after its retention time. */
export function StoredText({ text, format }: { readonly text: string; readonly format: MessageFormat | null }) {
  if (text === '') return <em>{t.messages.textRemoved}</em>
  if (format === 'binary')
    return (
      <>
        {fill(t.messages.binary, { count: text.length / 2 })} <code>{text}</code>
      </>
    )
  return format === 'flash' ? (
    <>
      <Badge size="sm" variant="light" component="span" me={6}>
        {t.messages.flash}
      </Badge>
      {text}
    </>
  ) : (
    text
  )
}

export function Amount({ value, currency }: { readonly value: string; readonly currency?: string }) {
  return <span className="number">{showAmount(value, currency)}</span>
}

const words = {
  green: 'delivered active successful paid done up enabled verified success imported added well ok given',
  red: 'failing undelivered rejected failed down refused invalid revoked withdrawn out left_out blocked error',
  yellow: 'pending scheduled queued paused suspended trial waiting retrying expiring expired',
  blue: 'submitted running updated uploading in_progress open',
}
const colours: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(words).flatMap(([colour, names]) => names.split(' ').map((name) => [name, colour])),
)

export const amountColumn = (label: string, width: number) => ({
  label,
  show: ({ amount, currency }: { readonly amount: string; readonly currency: string }) => (
    <Amount value={amount} currency={currency} />
  ),
  right: true,
  width,
})

/** A status of the API by its text in the catalog; `text` and `colour` replace the defaults of the word. */
export function Status({
  value,
  text,
  colour,
}: {
  readonly value: string
  readonly text?: string
  readonly colour?: 'green' | 'red' | 'yellow' | 'blue'
}) {
  const word = value.replaceAll(' ', '_').toLowerCase()
  return (
    <Badge variant="light" color={colour ?? colours[word] ?? 'gray'} radius="sm" tt="none" miw="max-content">
      {text ?? wordFor(t.status, word).replaceAll('_', ' ')}
    </Badge>
  )
}

/** A button that copies a value and confirms it. */
export function Copy({ value, label = t.shared.copy }: { readonly value: string; readonly label?: string }) {
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t.shared.copied : label}>
          <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={copied ? t.shared.copied : label}>
            <Icon name={copied ? 'check' : 'copy'} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** A value to paste elsewhere, with a button that copies it. */
export function CodeLine({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block className="code" flex={1} tabIndex={0} aria-label={label} role="group">
        {value}
      </Code>
      <Copy value={value} label={fill(t.shared.copyNamed, { name: label })} />
    </Group>
  )
}
