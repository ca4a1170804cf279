import { Button, Popover, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t } from '../text.ts'

/** The address with its scheme; null if it is invalid. */
function addressOf(typed: string): string | null {
  const text = typed.trim()
  const address = /^[a-z][a-z+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const isUsable = /^https?:\/\/[^\s{}]+\.[^\s{}]+$/i.test(address) && URL.canParse(address)
  return isUsable ? address : null
}

/** Asks for the address of a link before it is inserted. */
export function InsertLink({ onInsert }: { readonly onInsert: (address: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  function show(isShown: boolean) {
    setOpen(isShown)
    setTyped('')
    setWrong(false)
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const address = addressOf(typed)
    setWrong(address === null)
    if (address === null) return
    show(false)
    onInsert(address)
  }
  return (
    <Popover opened={isOpen} onChange={show} trapFocus width={320} position="bottom-start">
      <Popover.Target>
        <Button size="compact-xs" variant="default" onClick={() => show(!isOpen)} title={t.shared.insertLinkHint}>
          {t.shared.insertLink}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.shared.linkAddress}>
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="sm">
            <TextInput
              type="url"
              data-autofocus
              label={t.shared.linkAddress}
              placeholder="https://"
              autoComplete="off"
              maxLength={1_000}
              value={typed}
              error={isWrong && t.shared.linkAddressWrong}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <Button type="submit" size="xs">
              {t.shared.insertLinkSubmit}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
