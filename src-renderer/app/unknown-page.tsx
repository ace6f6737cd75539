import { Link, useLocation } from '@tanstack/react-router';
import { NotFoundPage } from '#renderer/features/not-found/not-found-page.tsx';

export function UnknownPage() {
  const { pathname } = useLocation();
  return <NotFoundPage path={pathname} home={<Link to="/today">Go to Today</Link>} />;
}
