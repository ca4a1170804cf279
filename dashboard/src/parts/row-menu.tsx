import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { Icon } from './icon.tsx'

export interface RowAction {
  readonly label: string
  readonly onClick?: () => void
  /** The address of a page; `search` holds its query parameters. */
  readonly to?: string
  readonly search?: Readonly<Record<string, string | number>>
  /** Passed to the page without being part of its address. */
  readonly state?: Readonly<Record<string, string>>
  /** The full address of a file. */
  readonly download?: string
  readonly isDangerous?: boolean
}

/** The actions of a row. */
export function RowMenu({ label, actions }: { readonly label: string; readonly actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" c="dimmed" aria-label={label}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Item key={action.label} action={action} onBefore={() => button.current?.focus()} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Item({ action, onBefore }: { readonly action: RowAction; readonly onBefore: () => void }) {
  const { label, onClick, to, search, state, download, isDangerous } = action
  if (to !== undefined)
    return (
      <Menu.Item
        component={Link}
        to={to}
        search={(search ?? {}) as never}
        state={state === undefined ? undefined : (state as never)}
        c={isDangerous ? 'var(--mantine-color-error)' : undefined}
      >
        {label}
      </Menu.Item>
    )
  if (download !== undefined)
    return (
      <Menu.Item component="a" href={download} download>
        {label}
      </Menu.Item>
    )
  return (
    <Menu.Item
      c={isDangerous ? 'var(--mantine-color-error)' : undefined}
      onClick={() => {
        // A dialog that opens now returns the focus to this button.
        onBefore()
        onClick?.()
      }}
    >
      {label}
    </Menu.Item>
  )
}
