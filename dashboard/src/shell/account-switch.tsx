import { Menu, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useAccount, useMe } from '../session.tsx'
import { fill, t } from '../text.ts'
import styles from './menu.module.css'
import { useIsOperating } from './visible-pages.ts'

/** A longer list gets a search field. */
const unsearchedMax = 10

/** The current account, as a menu when the user may switch to another, or to the pages of the installation. */
export function AccountSwitch() {
  const { accounts, operator } = useMe()
  const account = useAccount()
  const isOperating = useIsOperating()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  if (account === null && !operator) return null
  const name = isOperating ? t.shell.installation : (account?.name ?? '')
  const content = (
    <>
      <Icon name={isOperating ? 'tower' : 'building'} />
      <span className={styles.name}>{name}</span>
    </>
  )
  if (accounts.length < 2 && !operator) return <div className={styles.switch}>{content}</div>
  const found = accounts.filter(({ accountName }) => accountName.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <UnstyledButton
          className={styles.switch}
          aria-label={isOperating ? t.shell.switchFromInstallation : fill(t.shell.account, { name })}
        >
          {content}
          <Icon name="switch" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {accounts.length > unsearchedMax && (
          <Menu.Search
            aria-label={t.shell.findAccount}
            placeholder={t.shell.findAccount}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        {found.length === 0 && typed !== '' && <Menu.Label>{t.shell.noAccount}</Menu.Label>}
        {[false, true].map((isSub) => {
          const group = found.filter(({ subAccount }) => subAccount === isSub)
          return (
            <Fragment key={String(isSub)}>
              {isSub && group.length > 0 && <Menu.Label>{t.shell.subAccounts}</Menu.Label>}
              {group.map(({ accountId, accountName }) => (
                <Menu.Item key={accountId} onClick={() => void navigate({ to: `/accounts/${accountId}/home` })}>
                  {accountName}
                </Menu.Item>
              ))}
            </Fragment>
          )
        })}
        {operator && (
          <>
            <Menu.Item onClick={() => void navigate({ to: '/operator/accounts' })}>{t.shell.allAccounts}</Menu.Item>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon name="tower" size={16} />}
              onClick={() => void navigate({ to: '/operator/overview' })}
            >
              {t.shell.installation}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
