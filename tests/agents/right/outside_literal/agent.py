import time as T
from voicekit.clinic import ToolTimeout, ToolError
from voicekit import nlu
class VoiceAgent:
    def __init__(s, api, sleep=T.sleep, max_retries=2, backoff=(0.5,1.0)):
        s.api,s.sleep,s.n,s.b=api,sleep,max_retries,backoff
        s.state='LISTEN';s.day=s.time=s.name='';s.offered=[];s.u=0
    def handle(s,text):
        k=len(s.api.calls)
        say=s.go(text,nlu.parse(text))
        return dict(say=say,state=s.state,tool_calls=s.api.calls[k:])
    def off(s,r):
        s.state='HANDOFF'
        s.handoff={'reason':r,'summary':{a:getattr(s,a) for a in('day','time','name') if getattr(s,a)}}
        return r
    def go(s,text,p):
        i=p['intent']
        if s.state in('HANDOFF','DONE'):return 'bye'
        if i=='human':return s.off('user_request')
        if s.state=='ASK_NAME':
            s.name=p['name'] or text.split()[-1]   # '' raises
            s.u=0
            return s._next()
        if i=='unknown':
            s.u+=1
            return s.off('not_understood') if s.u==2 else 'again?'
        s.u=0
        if s.state=='CONFIRM':
            if i=='yes':return s.book()
            if i=='no':
                if p['day'] or p['time']:
                    s.day=p['day'] or s.day; s.time=p['time'] or s.time
                    return 'confirm '+s.day+s.time          # no search, no offer check
                s.time=''
                return s._next()
            return 'please say yes or no'
        s.day=s.day or p['day'];s.time=s.time or p['time'];s.name=s.name or p['name']
        return s._next()
    def find(s):
        for a in range(s.n+1):
            try:
                s.offered=s.api.find_slots(s.day);return True
            except ToolTimeout:
                if a<s.n:s.sleep(s.b[a])
    def _next(s):
        if not s.day:s.state='ASK_DAY';return 'day?'
        if not s.time:
            if not s.find():return s.off('tool_failure')
            s.state='ASK_TIME';return str(s.offered)
        if s.state=='ASK_TIME' and s.time not in s.offered:
            s.time='';return str(s.offered)
        if not s.name:s.state='ASK_NAME';return 'name?'
        s.state='CONFIRM';return f'{s.day} {s.time} {s.name}?'
    def book(s):
        try:s.api.book(s.day,s.time,s.name)
        except ToolError:
            s.time='';return s._next()
        except ToolTimeout:return s.off('tool_failure')
        s.state='DONE';return 'done'
