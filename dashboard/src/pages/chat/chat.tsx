import { PageHead } from '../../parts/page-head.tsx'

export function ChatPage() {
  return <PageHead title="Chat" />
}
