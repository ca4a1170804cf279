import { CloseButton, Kbd, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { scrollIntoView, useFocusBack } from '../parts/focus.ts'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { addRecent, forgetRecent, readRecent } from '../parts/recent.ts'
import { Note } from '../parts/text.tsx'
import { useAccount, useMe } from '../session.tsx'
import { fill, t } from '../text.ts'
import classes from './palette.module.css'
import {
  type Entry,
  matching,
  type Section,
  useAccountEntries,
  useCommands,
  usePageEntries,
} from './palette-entries.ts'
import { useResults } from './palette-results.ts'
import { KeyNames } from './shortcuts-dialog.tsx'

/** Pages and commands beside the results of a search. */
const matchesMax = 5
const maxLength = 200
/** More accounts are found by their name. */
const accountsMax = 5

interface PaletteDialogProps {
  readonly typed: string
  readonly onType: (text: string) => void
  readonly onClose: () => void
}

/** Searches everything and runs commands. A combobox: the focus stays in the field, the arrow keys choose. */
export function PaletteDialog({ typed, onType, onClose }: PaletteDialogProps) {
  const { user } = useMe()
  const account = useAccount()
  const navigate = useNavigate()
  const id = useId()
  // Follows the entry and not its position, because results arrive later.
  const [chosen, setChosen] = useState<string | null>(null)
  const userId = user?.id ?? ''
  useEffect(() => forgetRecent(userId), [userId])
  const text = typed.trim()
  const { sections, results } = useSections(text, userId)
  const entries = sections.flatMap((section) => section.entries)
  const active = Math.max(
    entries.findIndex(({ key }) => key === chosen),
    0,
  )
  useFocusBack()

  function run(entry: Entry | undefined) {
    if (entry === undefined) return
    const { to, search = {}, label, detail = '', icon } = entry
    // A command with an address opens a form, which is not a place to come back to.
    if (to !== undefined && !('add' in search)) {
      const address = Object.keys(search).length === 0 ? to : `${to}?${new URLSearchParams(search)}`
      addRecent(userId, account?.id ?? null, { to: address, label, detail, icon })
    }
    onClose()
    entry.run?.()
    if (to === undefined) return
    // The head of the new page gets the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    void navigate({ to, search: search as never })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) setChosen(entries[(active + by + entries.length) % entries.length]?.key ?? null)
    else if (event.key === 'Enter') run(entries[active])
    else return
    event.preventDefault()
  }

  const optionId = (index: number) => `${id}-${index}`
  let place = -1
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={640}
      yOffset="10vh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t.palette.title}>
        <div className={classes.content}>
          <TextInput
            data-autofocus
            role="combobox"
            aria-label={t.palette.title}
            aria-expanded
            aria-controls={id}
            aria-autocomplete="list"
            {...(entries.length === 0 ? {} : { 'aria-activedescendant': optionId(active) })}
            variant="unstyled"
            size="lg"
            px="md"
            maxLength={maxLength}
            placeholder={t.palette.placeholder}
            leftSection={<Icon name="search" />}
            leftSectionWidth={36}
            rightSection={<CloseButton aria-label={t.shared.close} onClick={onClose} />}
            value={typed}
            onChange={({ currentTarget }) => {
              onType(currentTarget.value)
              setChosen(null)
            }}
            // Keys that were typed before the focus came are in front.
            onFocus={({ currentTarget }) => currentTarget.setSelectionRange(maxLength, maxLength)}
            onKeyDown={onKeyDown}
          />
          <div className={classes.list} role="listbox" id={id} aria-label={t.palette.results}>
            {sections.map(({ title, entries: own }) => (
              // biome-ignore lint/a11y/useSemanticElements: a list box has no fieldsets
              <div key={title} role="group" aria-label={title}>
                <div className={classes.title} aria-hidden="true">
                  {title}
                </div>
                {own.map((entry) => {
                  place += 1
                  return (
                    <Option
                      key={entry.key}
                      id={optionId(place)}
                      entry={entry}
                      isActive={place === active}
                      onHover={() => setChosen(entry.key)}
                      onRun={() => run(entry)}
                    />
                  )
                })}
              </div>
            ))}
          </div>
          <Outcome text={text} count={entries.length} results={results} />
          <Hints />
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Without a text: recent pages, commands and all pages. With one: the matches and the results of the server. */
function useSections(text: string, userId: string) {
  const account = useAccount()
  const [recent] = useState(() => readRecent(userId, account?.id ?? null))
  const pages = usePageEntries()
  const commands = useCommands()
  const accounts = useAccountEntries()
  const results = useResults(account, text)
  const { groups } = t.palette
  const all: readonly Section[] =
    text === ''
      ? [
          {
            title: groups.recent,
            entries: recent.map((one) => ({ ...parsed(one.to), ...one, key: `recent ${one.to}` })),
          },
          { title: groups.commands, entries: commands },
          { title: t.shell.menu, entries: pages },
          { title: groups.accounts, entries: accounts.length > accountsMax ? [] : accounts },
        ]
      : [
          { title: t.shell.menu, entries: matching(pages, text).slice(0, matchesMax) },
          { title: groups.commands, entries: matching(commands, text).slice(0, matchesMax) },
          { title: groups.accounts, entries: matching(accounts, text).slice(0, matchesMax) },
          ...results.sections,
        ]
  return { sections: all.filter(({ entries }) => entries.length > 0), results }
}

function parsed(address: string): Pick<Entry, 'to' | 'search'> {
  const [to = '', query = ''] = address.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(query)) }
}

interface OptionProps {
  readonly id: string
  readonly entry: Entry
  readonly isActive: boolean
  readonly onHover: () => void
  readonly onRun: () => void
}

function Option({ id, entry: { label, detail, icon, keys }, isActive, onHover, onRun }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field choose and run it
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      ref={isActive ? scrollIntoView : null}
      className={classes.entry}
      onMouseMove={onHover}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Icon name={icon} />
      <div className={classes.text}>
        <div>{label}</div>
        {detail !== undefined && detail !== '' && <div className={classes.detail}>{detail}</div>}
      </div>
      {keys !== undefined && (
        <span aria-hidden="true">
          <KeyNames of={keys} />
        </span>
      )}
    </div>
  )
}

interface OutcomeProps {
  readonly text: string
  readonly count: number
  readonly results: ReturnType<typeof useResults>
}

/** The state of the search, below the entries. */
function Outcome({ text, count, results: { isSearching, hasMore, error, retry } }: OutcomeProps) {
  if (error !== null)
    return (
      <Frame>
        <Problem error={error} onRetry={retry} />
      </Frame>
    )
  if (isSearching)
    return (
      <Frame>
        <Stack gap="xs" role="status" aria-label={t.palette.searching}>
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} height={32} />
          ))}
        </Stack>
      </Frame>
    )
  if (text !== '' && count === 0)
    return (
      <Frame>
        <div role="status">
          <Text fw={600}>{fill(t.palette.emptyTitle, { text })}</Text>
          <Note>{t.palette.empty}</Note>
        </div>
      </Frame>
    )
  if (!hasMore) return null
  return (
    <Frame>
      <Note role="status">{t.palette.more}</Note>
    </Frame>
  )
}

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <div style={{ padding: 'var(--mantine-spacing-sm) var(--mantine-spacing-md)' }}>{children}</div>
)

function Hints() {
  const { hints } = t.palette
  const all = [
    [['↑', '↓'], hints.move],
    [[t.shortcuts.names.enter], hints.choose],
    [[t.shortcuts.names.escape], hints.close],
  ] as const
  return (
    <div className={classes.hints} aria-hidden="true">
      {all.map(([keys, effect]) => (
        <span key={effect}>
          {keys.map((key) => (
            <Kbd key={key} size="xs" me={4}>
              {key}
            </Kbd>
          ))}
          {effect}
        </span>
      ))}
    </div>
  )
}
