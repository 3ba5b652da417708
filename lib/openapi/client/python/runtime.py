from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
import time
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import (
    TYPE_CHECKING,
    Any,
    BinaryIO,
    Callable,
    Dict,
    Generic,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    TypedDict,
    TypeVar,
    Union,
    cast,
)

if TYPE_CHECKING:
    # Type checkers bring this module with them; it need not be installed.
    from typing_extensions import NotRequired, Unpack

T = TypeVar("T")

DEFAULT_RETRIES = 2
DEFAULT_TIMEOUT_SECONDS = 30.0
# The first wait between attempts. Each further one is twice as long.
BACKOFF_SECONDS = 0.5
# If the API asks to wait longer, the call fails, and says how long.
MAX_RETRY_AFTER_SECONDS = 120
# No response of the API is nearly as large.
MAX_RESPONSE_BYTES = 32 * 1024 * 1024

# The default of an argument that is not sent; None is sent as null.
UNSET: Any = type("Unset", (), {"__repr__": lambda _self: "UNSET"})()


class Options(TypedDict, total=False):
    """What each call can set."""

    timeout: float
    """How long one attempt may take, in seconds. 30 by default."""
    retries: int
    """How often to repeat a request that is safe to repeat. 2 by default."""
    idempotency_key: str
    """For writes. Generated for each call by default."""
    if_match: str
    """For edits: the `etag` of your copy's response. If it was edited since, it fails with `precondition_failed`."""
    on_response: Callable[[Response], object]
    """Is given the response: its headers, its ETag, and what is left of the limit."""


@dataclass(frozen=True)
class RateLimit:
    """The key's quota, or the account's if that is tighter."""

    limit: int
    remaining: int
    resets_at: datetime


@dataclass(frozen=True)
class Response:
    """How the API answered a call."""

    status: int
    headers: Message
    request_id: str
    etag: Optional[str]
    """The version of what was returned, for `if_match`."""
    replayed: bool
    """Whether an earlier call with the same idempotency key had this response, so that this one changed nothing."""
    limit: Optional[RateLimit]


@dataclass(frozen=True)
class FieldError:
    """An invalid field, and what is wrong with it."""

    param: str
    message: str


class PegboardError(Exception):
    """An error response of the API. Branch on `code`."""

    def __init__(self, status: int, error: Mapping[str, Any], retry_after_seconds: Optional[float] = None) -> None:
        super().__init__(error["message"])
        self.status = status
        self.type: str = error["type"]
        self.code: str = error["code"]
        self.message: str = error["message"]
        self.request_id: str = error["request_id"]
        self.doc_url: Optional[str] = error.get("doc_url")
        """The page that says what to do."""
        self.param: Optional[str] = error.get("param")
        self.errors = [FieldError(field["param"], field["message"]) for field in error.get("errors") or []]
        self.retry_after_seconds = retry_after_seconds
        """How long the API asks to wait."""


class PegboardConnectionError(Exception):
    """There was no whole response: the API could not be reached, the connection broke, or an attempt took too long."""


class WebhookSignatureError(Exception):
    """A delivery is not genuine, or too old."""


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list. `next_cursor` is None on the last."""

    data: List[T]
    next_cursor: Optional[str]


class Paginated(Generic[T]):
    """A list: iterate over it to get every item, over its `pages()`, or take one `page()`."""

    def __init__(self, transport: Transport, path: str, query: Mapping[str, Any], options: Options) -> None:
        self._transport = transport
        self._path = path
        self._query = dict(query)
        self._options = options

    def page(self) -> Page[T]:
        """Requests the page at the cursor that was given, or the first."""
        return self._page_at(self._query["cursor"])

    def pages(self) -> Iterator[Page[T]]:
        """Requests one page after the other."""
        page = self.page()
        yield page
        while page.next_cursor is not None:
            page = self._page_at(page.next_cursor)
            yield page

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data

    def _page_at(self, cursor: Any) -> Page[T]:
        query = {**self._query, "cursor": cursor}
        answer = self._transport.send("GET", self._path, self._options, query=query)
        return Page(answer["data"], answer["nextCursor"])


class _EveryStatus(urllib.request.HTTPErrorProcessor):
    """Returns every response as it is. Redirects are not followed: the API sends none, and another server would
    receive the key and the body of a write."""

    def http_response(self, request: urllib.request.Request, response: Any) -> Any:
        return response

    https_response = http_response


class Transport:
    """Sends requests, and repeats them where that is safe: if the API asks to wait, fails or cannot be reached."""

    def __init__(self, key: Union[str, Callable[[], str]], base_url: str, timeout: float, retries: int) -> None:
        if not re.match(r"https?://", base_url):
            raise ValueError("base_url is not the address of a site.")
        self._key = key
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout
        self._retries = retries
        self._opener = urllib.request.build_opener(_EveryStatus)

    def send(
        self,
        method: str,
        path: str,
        options: Options,
        *,
        query: Mapping[str, Any] = {},
        json: Optional[Mapping[str, Any]] = None,
        form: Optional[Mapping[str, Any]] = None,
        once: bool = False,
    ) -> Any:
        """Every attempt sends the same bytes and idempotency key, so that a write takes effect once. `once` marks a
        write that takes no such key: never repeated, because it may have taken effect."""
        request = self._prepare(method, path, options, query, json, form, once)
        timeout = options.get("timeout", self._timeout)
        retries = 0 if once else options.get("retries", self._retries)
        attempt = 0
        while True:
            try:
                response, data = self._attempt(request, timeout)
                break
            except (PegboardError, PegboardConnectionError) as error:
                wait = _wait_before_retry(error, attempt)
                if attempt >= retries or wait is None:
                    raise
            time.sleep(wait)
            attempt += 1
        if "on_response" in options:
            options["on_response"](response)
        return data

    def _prepare(
        self,
        method: str,
        path: str,
        options: Options,
        query: Mapping[str, Any],
        json: Optional[Mapping[str, Any]],
        form: Optional[Mapping[str, Any]],
        once: bool,
    ) -> urllib.request.Request:
        key = self._key if isinstance(self._key, str) else self._key()
        headers = {"Authorization": f"Bearer {key}", "User-Agent": "pegboard-python"}
        if "if_match" in options:
            headers["If-Match"] = options["if_match"]
        if method != "GET" and not once:
            headers["Idempotency-Key"] = options.get("idempotency_key", str(uuid.uuid4()))
        body: Optional[bytes] = None
        if form is not None:
            headers["Content-Type"], body = _encode_form(_sent(form))
        elif json is not None:
            headers["Content-Type"], body = "application/json", _encode_json(_sent(json))
        for name, value in headers.items():
            if not re.fullmatch(r"[\x20-\x7e]+", value):
                # The value may be a secret.
                raise ValueError(f"The header {name} is empty, or has a character that no header may have.")
        words = {name: _query_text(value) for name, value in query.items() if value is not None}
        url = f"{self._base_url}{path}" + (f"?{urllib.parse.urlencode(words)}" if words else "")
        return urllib.request.Request(url, data=body, headers=headers, method=method)

    def _attempt(self, request: urllib.request.Request, timeout: float) -> tuple[Response, Any]:
        deadline = time.monotonic() + timeout
        try:
            with self._opener.open(request, timeout=timeout) as answer:
                text = _read_whole(answer, deadline)
        except TimeoutError:
            raise PegboardConnectionError(f"There was no response within {timeout} seconds.") from None
        except (OSError, HTTPException) as error:
            if isinstance(getattr(error, "reason", None), TimeoutError):
                raise PegboardConnectionError(f"There was no response within {timeout} seconds.") from None
            raise PegboardConnectionError(f"The API at {self._base_url} cannot be reached.") from error
        return _response_of(answer.status, answer.headers), _read_body(answer.status, answer.headers, text)


def _path(template: str, *ids: str) -> str:
    """Fills the parameters of a path. An id like ".." would name another resource."""
    for id in ids:
        if re.fullmatch(r"\.{0,2}", id):
            raise ValueError(f"An id in {template} is empty, or is no id.")
    return template.format(*(urllib.parse.quote(id, safe="") for id in ids))


def _sent(fields: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not UNSET}


def _query_text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _encode_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


def _encode_form(fields: Mapping[str, Any]) -> tuple[str, bytes]:
    boundary = uuid.uuid4().hex
    parts = []
    for name, value in fields.items():
        disposition = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'
        if isinstance(value, str):
            parts.append(f"{disposition}\r\n\r\n{value}\r\n".encode())
        else:
            content = value if isinstance(value, bytes) else value.read()
            kind = f'{disposition}; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\n'
            parts.append(kind.encode() + content + b"\r\n")
    return f"multipart/form-data; boundary={boundary}", b"".join(parts) + f"--{boundary}--\r\n".encode()


def _read_whole(answer: Any, deadline: float) -> bytes:
    parts: List[bytes] = []
    size = 0
    while True:
        part = answer.read1(65536)
        if not part:
            break
        parts.append(part)
        size += len(part)
        if size > MAX_RESPONSE_BYTES:
            raise HTTPException(f"The response has more than {MAX_RESPONSE_BYTES} bytes.")
        if time.monotonic() > deadline:
            raise TimeoutError
    if answer.length:
        raise HTTPException("The connection broke within the response.")
    return b"".join(parts)


def _read_body(status: int, headers: Message, text: bytes) -> Any:
    """Raises PegboardError for an error response, and for one that is not the API's."""
    is_ok = 200 <= status < 300
    if is_ok and status == 204:
        return None
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    if is_ok and body is not None:
        return body
    error = body.get("error") if isinstance(body, dict) else None
    if is_ok or not isinstance(error, dict) or "code" not in error:
        what = f"The server redirects to {headers.get('Location', 'another address')}, and the API does not"
        if not 300 <= status < 400:
            what = f"This response with status {status} is not the API's"
        error = {
            "type": "api_error",
            "code": "unexpected_response",
            "message": f"{what}: is the address right?",
            "request_id": headers.get("X-Request-Id", ""),
        }
    raise PegboardError(status, error, _retry_after(headers))


def _response_of(status: int, headers: Message) -> Response:
    limit, remaining, reset = (headers.get(f"X-RateLimit-{name}") for name in ("Limit", "Remaining", "Reset"))
    quota = None
    if limit and remaining and reset:
        quota = RateLimit(int(limit), int(remaining), datetime.fromtimestamp(int(reset), timezone.utc))
    return Response(
        status=status,
        headers=headers,
        request_id=headers.get("X-Request-Id", ""),
        etag=headers.get("ETag"),
        replayed=headers.get("Idempotency-Replayed") == "true",
        limit=quota,
    )


def _wait_before_retry(error: Exception, attempt: int) -> Optional[float]:
    """How many seconds to wait before an attempt is repeated. None if repeating it is of no use."""
    backoff = BACKOFF_SECONDS * 2**attempt * (1 + random.random())
    if not isinstance(error, PegboardError):
        return backoff
    if error.retry_after_seconds is None:
        return backoff if error.status >= 500 else None
    return error.retry_after_seconds if error.retry_after_seconds <= MAX_RETRY_AFTER_SECONDS else None


def _retry_after(headers: Message) -> Optional[float]:
    """`Retry-After` in seconds, which may also be given as a date."""
    value: str = headers.get("Retry-After", "")
    if re.fullmatch(r"[0-9]{1,9}", value):
        return float(value)
    try:
        moment: datetime = parsedate_to_datetime(value)
        return max(0.0, moment.timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def verify_webhook(
    body: Union[str, bytes], signature: Optional[str], secret: str, *, tolerance_seconds: float = 300
) -> WebhookEvent:
    """Verifies the signature and age of a delivery and returns its event.

    `body` is the request's body as it was received, not parsed; `signature` is its header `X-Service-Signature`.
    Raises WebhookSignatureError if the delivery is not genuine.
    """
    content = body.encode() if isinstance(body, str) else body
    time_match = re.search(r"t=([0-9]{1,15})(?![0-9])", signature or "")
    sent_at = time_match.group(1) if time_match else "0"
    expected = hmac.new(secret.encode(), sent_at.encode() + b"." + content, hashlib.sha256).hexdigest()
    given = re.findall(r"v1=([0-9a-f]{64})", signature or "")
    if not any([hmac.compare_digest(expected, one) for one in given]):
        raise WebhookSignatureError("The webhook signature does not match.")
    if abs(time.time() - int(sent_at)) > tolerance_seconds:
        raise WebhookSignatureError("The webhook timestamp is too old or in the future.")
    return cast("WebhookEvent", json.loads(content))
