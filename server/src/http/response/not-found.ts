import { AppError } from '../../kernel/errors.ts';
import type { Route } from '../route.ts';

export function createNotFound(routes: readonly Route[]): (method: string, url: string) => AppError {
  const patterns = routes.map(({ path, method }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (method, url) => {
    const path = decode(url.split('?', 1)[0] ?? '');
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map((entry) => entry.method);
    const allow = methods.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
    const isMethodWrong = allow.length > 0 && !allow.includes(method);
    return isMethodWrong
      ? new AppError('methodNotAllowed', 'Method not allowed', { allow: [...new Set(allow)] })
      : new AppError('notFound', 'Not found');
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
